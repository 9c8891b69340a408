// What an editor shows of a field, by TypeScript's language service.
import ts from "typescript"

/** Returns the documentation that a hover shows at the last place of each text in a file. */
export const documentationIn = (file, texts) => {
  const source = ts.sys.readFile(file) ?? ""
  const options = {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    strict: true,
    noEmit: true,
    types: []
  }
  const service = ts.createLanguageService({
    getScriptFileNames: () => [file],
    getScriptVersion: () => "1",
    getScriptSnapshot: (name) => {
      const text = ts.sys.readFile(name)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => ts.sys.getCurrentDirectory(),
    getCompilationSettings: () => options,
    getDefaultLibFileName: (given) => ts.getDefaultLibFilePath(given),
    fileExists: (...args) => ts.sys.fileExists?.(...args),
    readFile: (...args) => ts.sys.readFile?.(...args),
    readDirectory: (...args) => ts.sys.readDirectory?.(...args),
    directoryExists: (...args) => ts.sys.directoryExists?.(...args),
    getDirectories: (...args) => ts.sys.getDirectories?.(...args),
    realpath: (...args) => ts.sys.realpath?.(...args)
  })
  return texts.map((text) => {
    const at = source.lastIndexOf(text) + text.lastIndexOf(".") + 1
    return ts.displayPartsToString(service.getQuickInfoAtPosition(file, at)?.documentation)
  })
}
