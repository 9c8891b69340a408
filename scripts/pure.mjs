// A Babel plugin: marks what a module computes while it is loaded as free of side effects, so that a bundler can leave it out.
// The plugin `annotate-pure-calls` marks each call. That is not enough: the arguments of a marked call that nobody needs are
// kept if they could have effects, and `{ ...fields }` or `list.length` could call a getter. So an expression with several such
// parts becomes the body of one marked function; it needs one comment, too, where each call had its own.

const functions = new Set(["ArrowFunctionExpression", "FunctionExpression", "ObjectMethod"])
const couldHaveEffects = new Set([
  "CallExpression",
  "MemberExpression",
  "NewExpression",
  "SpreadElement",
  "TaggedTemplateExpression"
])

/** Whether an expression waits, outside of functions: such a module is a program, and the body of a function could not wait. */
const waits = (path) => {
  if (functions.has(path.node.type)) return false
  if (path.isAwaitExpression()) return true
  return Object.keys(path.node)
    .flatMap((key) => path.get(key))
    .some((child) => typeof child.node?.type === "string" && waits(child))
}

/** Returns the parts of an expression, outside of functions and classes, that could have side effects. */
const partsOf = (path) => {
  if (functions.has(path.node.type) || path.isClass()) return []
  const children = Object.keys(path.node).flatMap((key) => path.get(key))
  const inner = children.filter(({ node }) => typeof node?.type === "string").flatMap(partsOf)
  return couldHaveEffects.has(path.node.type) ? [path, ...inner] : inner
}

export default ({ types }) => {
  const mark = (path) => {
    if (!path.node || waits(path)) return
    const [first, ...others] = partsOf(path)
    if (first === undefined) return
    // `f(a)`, `new C(a)` and `list.map(f)` need only the comment.
    const isOneCall = first === path && (path.isCallExpression() || path.isNewExpression())
    if (!isOneCall || others.some((other) => other !== path.get("callee") || !other.isMemberExpression())) {
      path.replaceWith(types.callExpression(types.arrowFunctionExpression([], path.node), []))
    }
    path.addComment("leading", "#__PURE__")
    path.skip()
  }
  return {
    visitor: {
      VariableDeclarator: (path) => {
        if (path.getFunctionParent() === null) mark(path.get("init"))
      },
      Class: (path) => {
        if (path.getFunctionParent() !== null) return
        mark(path.get("superClass"))
        for (const member of path.get("body.body"))
          if (member.node.static && member.isProperty()) mark(member.get("value"))
      },
      ExportDefaultDeclaration: (path) => {
        if (path.get("declaration").isExpression()) mark(path.get("declaration"))
      }
    }
  }
}
