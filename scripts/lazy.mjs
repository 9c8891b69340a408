// Makes the constants of bundled modules lazy: `const Ok = Schema.Struct(…)` becomes a function that builds the value when it is
// first used, and each use becomes a call. Loading a package then builds next to nothing, and a program uses few of its schemas
// and operations. Modules without side effects, as all of ours are, cannot notice when a constant is built.
import { dirname, join } from "node:path/posix"
import { parseSync, transformFromAstSync, traverse, types as t } from "@babel/core"

const programOf = (ast) => {
  let program
  traverse(ast, {
    Program(path) {
      program = path
      path.stop()
    }
  })
  return program
}

const called = (name) => t.callExpression(t.identifier(name), [])

const declaration = (id, value) => t.variableDeclaration("const", [t.variableDeclarator(id, value)])

/** Calls a constant's function in each place that uses the constant. */
const callUses = (binding, isOwn = () => false) => {
  for (const use of binding.referencePaths) {
    if (use.parentPath.isExportSpecifier() || isOwn(use)) continue
    if (use.parentPath.isObjectProperty({ shorthand: true })) use.parent.shorthand = false
    use.replaceWith(called(use.node.name))
  }
}

/** `const { a, b } = Namespace` of another package: each name becomes a constant of its own. Returns the names. */
const splitNamespaces = (program) => {
  const names = []
  for (const statement of program.get("body")) {
    if (!statement.isVariableDeclaration()) continue
    const [{ id, init }] = statement.node.declarations
    if (!t.isObjectPattern(id) || !t.isIdentifier(init)) continue
    names.push(...id.properties.map(({ value }) => value.name))
    statement.replaceWithMultiple(
      id.properties.map(({ key, value }) => declaration(value, t.memberExpression(t.cloneNode(init), key)))
    )
  }
  program.scope.crawl()
  return names
}

/** Functions that name a function, or make the object of a namespace. */
const isHelper = ({ callee }) => t.isIdentifier(callee) && /^__\w+$/.test(callee.name)

/** Length of a literal's text from which it costs more to make it than to call a function. */
const long = 2000

/** What an expression does when it is evaluated, without what its functions do later. */
const evaluation = (init, scope) => {
  const isLong = !init.isFunction() && init.node.end - init.node.start > long
  const found = { builds: isLong, isBound: false, names: new Set() }
  const visit = (path) => {
    if (path.isFunction()) return path.skip()
    // A copy of a namespace builds all that is in it.
    if ((path.isCallExpression() && !isHelper(path.node)) || path.isSpreadElement()) found.builds = true
    if (path.isAwaitExpression()) found.isBound = true
    const binding = path.isReferencedIdentifier() ? scope.getBinding(path.node.name) : undefined
    if (binding === undefined) return
    found.names.add(path.node.name)
    // It may have another value later.
    if (!binding.constant) found.isBound = true
  }
  visit(init)
  if (!init.isFunction()) init.traverse({ enter: visit })
  return found
}

/** The constants that are made by calls, and those that are made of other lazy constants. */
const lazyConstants = (program, names) => {
  const { scope } = program
  const constants = program
    .get("body")
    .filter((statement) => statement.isVariableDeclaration())
    .flatMap((statement) => statement.get("declarations"))
    .filter(({ node: { id, init } }) => t.isIdentifier(id) && init && scope.getBinding(id.name).constant)
    .map((path) => ({ path, name: path.node.id.name, ...evaluation(path.get("init"), scope) }))
    .filter(({ isBound }) => !isBound)
  const lazy = new Set(names)
  for (let size = -1; size < lazy.size;) {
    size = lazy.size
    for (const { builds, name, names } of constants) if (builds || !lazy.isDisjointFrom(names)) lazy.add(name)
  }
  return constants.filter(({ name }) => lazy.has(name))
}

const makeLazy = ({ name, path }, { scope }) => {
  const init = path.get("init")
  // The name that the class had from its constant, and by which it calls itself.
  if (init.isClassExpression()) init.node.id ??= t.identifier(name)
  callUses(scope.getBinding(name), (use) => init.isClassExpression() && use.isDescendant(init))
  const value = scope.generateUidIdentifier(name)
  path.parentPath.insertBefore(t.variableDeclaration("let", [t.variableDeclarator(value)]))
  init.replaceWith(
    t.arrowFunctionExpression([], t.assignmentExpression("??=", t.cloneNode(value), init.node))
  )
}

const isPublicExport = (statement) =>
  statement.isExportNamedDeclaration() && statement.node.specifiers.length > 0

const nameOf = (node) => node.name ?? node.value

/** What a public module exports from other files, it imports: it exports values. */
const importReexports = (program, isLazy) => {
  for (const statement of program.get("body")) {
    if (!isPublicExport(statement) || statement.node.source === null) continue
    const { source, specifiers } = statement.node
    if (!specifiers.some(({ local }) => isLazy(source.value, nameOf(local)))) continue
    const names = specifiers.map(({ exported }) => program.scope.generateUidIdentifier(nameOf(exported)))
    statement.replaceWithMultiple([
      t.importDeclaration(
        specifiers.map(({ local }, i) => t.importSpecifier(names[i], local)),
        source
      ),
      t.exportNamedDeclaration(
        null,
        specifiers.map(({ exported }, i) => t.exportSpecifier(t.cloneNode(names[i]), exported))
      )
    ])
  }
  program.scope.crawl()
}

/** Local names of what a file imports and what is lazy there. */
const lazyImports = (program, isLazy) =>
  program
    .get("body")
    .flatMap(({ node }) =>
      t.isImportDeclaration(node)
        ? node.specifiers
            .filter(({ imported }) => imported && isLazy(node.source.value, nameOf(imported)))
            .map(({ local }) => local.name)
        : []
    )

const exportValues = (program, lazy) => {
  for (const statement of program.get("body").filter(isPublicExport)) {
    for (const specifier of statement.node.specifiers) {
      const { name } = specifier.local
      if (!lazy.has(name)) continue
      const value = program.scope.generateUidIdentifier(name)
      statement.insertBefore(declaration(value, called(name)))
      specifier.local = t.cloneNode(value)
    }
  }
}

const exportsOf = (program, isLazy) =>
  program
    .get("body")
    .filter(isPublicExport)
    .flatMap(({ node: { source, specifiers } }) =>
      specifiers
        .filter(({ local }) => isLazy(source?.value, nameOf(local)))
        .map(({ exported }) => nameOf(exported))
    )

/** Returns chunks of a bundle with lazy constants; entries export values. */
export const withLazyConstants = (chunks) => {
  const done = new Map()
  const transform = (chunk) => {
    const known = done.get(chunk.fileName)
    if (known !== undefined) return known
    for (const name of chunk.imports) chunks.filter(({ fileName }) => fileName === name).forEach(transform)
    const lazyAt = (source, name) =>
      done.get(join(dirname(chunk.fileName), source))?.exported.has(name) ?? false
    const ast = parseSync(chunk.code, { configFile: false, sourceType: "module" })
    const program = programOf(ast)
    if (chunk.isEntry) importReexports(program, lazyAt)
    const constants = lazyConstants(program, [...splitNamespaces(program), ...lazyImports(program, lazyAt)])
    for (const name of lazyImports(program, lazyAt)) callUses(program.scope.getBinding(name))
    for (const constant of constants) makeLazy(constant, program)
    const lazy = new Set([...constants.map(({ name }) => name), ...lazyImports(program, lazyAt)])
    if (chunk.isEntry) exportValues(program, lazy)
    const exported = chunk.isEntry
      ? []
      : exportsOf(program, (source, name) => (source === undefined ? lazy.has(name) : lazyAt(source, name)))
    const { code, map } = transformFromAstSync(ast, chunk.code, {
      configFile: false,
      inputSourceMap: chunk.map ?? undefined,
      sourceMaps: chunk.map !== null
    })
    const result = { ...chunk, code, map, exported: new Set(exported) }
    done.set(chunk.fileName, result)
    return result
  }
  return chunks.map(transform)
}
