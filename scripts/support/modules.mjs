// What modules declare, import and export, read from syntax alone: of built declarations, or of sources.
import { readFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import ts from "typescript"
import { publicPackages } from "./workspace.mjs"

export const read = (file) => readFileSync(file, "utf8")
export const parse = (file, text = read(file)) =>
  ts.createSourceFile(
    file,
    text,
    ts.ScriptTarget.Latest,
    true,
    file.endsWith("x") ? ts.ScriptKind.TSX : undefined
  )

/** Packages that export modules. */
export const packagesIn = (root) =>
  publicPackages(root).filter(({ manifest }) => manifest.exports["."] !== undefined)

/** Files of the public modules, by import specifier: their sources, or what they are `built` into. */
export const modulesOf = (packages, built = false) =>
  new Map(
    packages.flatMap(({ dir, manifest }) =>
      Object.entries(manifest.exports)
        .filter(([, source]) => source.endsWith(".ts"))
        .map(([key, source]) => [
          manifest.name + key.slice(1),
          join(dir, built ? source.replace("./src/", "dist/").replace(/\.ts$/, ".d.ts") : source)
        ])
    )
  )

const memberOf = (node) => {
  if (ts.isQualifiedName(node)) return node
  if (ts.isPropertyAccessExpression(node)) return { left: node.expression, right: node.name }
  return undefined
}

/** Reads modules; `modules` are the files of import specifiers. A reference is `{ file, name }`; without a name, a module. */
export const reader = (modules, built = false) => {
  const resolveImport = (specifier, from) => {
    if (!specifier.startsWith(".")) return modules.get(specifier)
    if (!built) return resolve(dirname(from), specifier)
    if (!from.endsWith(".d.ts")) return undefined
    return resolve(dirname(from), specifier.replace(/\.[jt]s$/, ".d.ts"))
  }

  const scopes = new Map()
  /** The names of a file: what it declares, imports and exports. */
  const scopeOf = (file) => {
    if (scopes.has(file)) return scopes.get(file)
    const scope = { declared: new Map(), imported: new Map(), exported: new Map(), stars: [] }
    scopes.set(file, scope)
    const isExported = (node) => node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
    const declare = (name, node) => {
      scope.declared.set(name, [...(scope.declared.get(name) ?? []), node])
      if (isExported(node)) scope.exported.set(name, { file, name })
    }
    for (const node of parse(file).statements) {
      if (ts.isImportDeclaration(node)) addImport(scope, file, node)
      else if (ts.isExportDeclaration(node)) addExport(scope, file, node)
      else if (ts.isVariableStatement(node)) {
        for (const { name } of node.declarationList.declarations) declare(name.text, node)
      } else if (node.name) declare(node.name.text, node)
    }
    return scope
  }

  const addImport = ({ imported }, file, node) => {
    const target = resolveImport(node.moduleSpecifier.text, file)
    const clause = node.importClause
    if (target === undefined || clause === undefined) return
    const { namedBindings } = clause
    if (namedBindings === undefined) return
    if (ts.isNamespaceImport(namedBindings)) return imported.set(namedBindings.name.text, { file: target })
    for (const { name, propertyName } of namedBindings.elements)
      imported.set(name.text, { file: target, name: (propertyName ?? name).text })
  }

  const addExport = (scope, file, { exportClause, moduleSpecifier }) => {
    const target = moduleSpecifier === undefined ? file : resolveImport(moduleSpecifier.text, file)
    if (target === undefined) return
    if (exportClause === undefined) scope.stars.push(target)
    else if (ts.isNamespaceExport(exportClause)) scope.exported.set(exportClause.name.text, { file: target })
    else {
      for (const { name, propertyName } of exportClause.elements)
        scope.exported.set(name.text, {
          file: target,
          name: (propertyName ?? name).text,
          local: moduleSpecifier === undefined
        })
    }
  }

  /** All exports of a file: names to the file and name that declare them. */
  const exportsOf = (file) => {
    const { exported, stars } = scopeOf(file)
    return new Map([...stars.flatMap((star) => [...exportsOf(star)]), ...exported])
  }

  /** Follows re-exports to a declaration, as `file name`, or to a module. */
  const origin = (reference) => {
    let { file, local, name } = reference
    for (let i = 0; i < 20; i++) {
      if (name === undefined) return { file }
      const scope = scopeOf(file)
      if (scope.declared.has(name)) return { file, name }
      const next = local ? scope.imported.get(name) : (exportsOf(file).get(name) ?? scope.imported.get(name))
      if (next === undefined || (next.file === file && next.name === name && !next.local)) return undefined
      ;({ file, local, name } = next)
    }
  }

  /** Calls `found` with every reference in a node: names that its file declares or imports, members of modules. */
  const references = (scope, file, node, found) => {
    const lookUp = (name) =>
      scope.declared.has(name) ? { file, name } : (scope.imported.get(name) ?? scope.exported.get(name))
    const visit = (at) => {
      const member = memberOf(at)
      if (member !== undefined) {
        const left = ts.isIdentifier(member.left) ? lookUp(member.left.text) : undefined
        const module = left && origin(left)
        // A member of a module, or of a namespace that an index re-exports.
        if (module !== undefined && module.name === undefined)
          return found({ file: module.file, name: member.right.text })
      }
      if (ts.isImportTypeNode(at) && ts.isLiteralTypeNode(at.argument)) {
        const target = resolveImport(at.argument.literal.text, file)
        const name =
          at.qualifier && (ts.isIdentifier(at.qualifier) ? at.qualifier.text : at.qualifier.right.text)
        if (target !== undefined && name !== undefined) found({ file: target, name })
      }
      if (ts.isIdentifier(at)) {
        const reference = lookUp(at.text)
        if (reference !== undefined) found(reference)
      }
      ts.forEachChild(at, visit)
    }
    visit(node)
  }

  return { addExport, addImport, exportsOf, origin, references, scopeOf }
}
