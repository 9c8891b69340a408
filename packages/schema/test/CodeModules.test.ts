import {
  CodeModules,
  CodeModulesInput,
  fromBytes,
  isBinary,
  toBytes
} from "@screeps-effect/schema/CodeModules"
import { recording } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

const maxLength = 5 * 1024 * 1024

const encode = Schema.encodeUnknownResult(CodeModulesInput)
const failure = (modules: unknown) => Result.getOrThrow(Result.flip(encode(modules))).message

describe("CodeModulesInput", () => {
  it("accepts texts and WebAssembly by name", () => {
    const modules = { main: "module.exports.loop = () => {}", native: { binary: "AGFzbQEAAAA=" } }
    assert.deepStrictEqual(encode(modules), Result.succeed(modules))
  })

  it("accepts an empty branch", () => {
    assert.deepStrictEqual(encode({}), Result.succeed({}))
  })

  it("rejects a module whose name the server would drop", () => {
    assert.strictEqual(
      failure({ main: "", $secret: "" }),
      'the server would drop the module "$secret": names must not begin with $'
    )
  })

  it("accepts a dollar sign after the first character of a name", () => {
    assert.isTrue(Result.isSuccess(encode({ main$: "" })))
  })

  it("rejects more than 5 MiB of JSON text, and accepts exactly 5 MiB", () => {
    const around = JSON.stringify({ main: "" }).length
    assert.isTrue(Result.isSuccess(encode({ main: "x".repeat(maxLength - around) })))
    assert.strictEqual(
      failure({ main: "x".repeat(maxLength - around + 1) }),
      "the modules are larger than 5 MiB as JSON text: 5.0 MiB, of which main has 5.0"
    )
  })

  it("says how large modules are that do not fit, and which one is the largest", () => {
    const lib = "x".repeat(maxLength * 0.3)
    assert.strictEqual(
      failure({ lib, main: "x".repeat(maxLength * 1.2), other: lib }),
      "the modules are larger than 5 MiB as JSON text: 9.0 MiB, of which main has 6.0"
    )
  })

  it("counts escaped characters in the length, as the server does", () => {
    assert.strictEqual(
      failure({ main: "\n".repeat(maxLength / 2) }),
      "the modules are larger than 5 MiB as JSON text: 5.0 MiB, of which main has 5.0"
    )
  })

  it("rejects modules that are neither text nor binary", () => {
    assert.isTrue(Result.isFailure(encode({ main: 5 })))
    assert.isTrue(Result.isFailure(encode({ main: null })))
    assert.isTrue(Result.isFailure(encode(["module.exports = 1"])))
    assert.isTrue(Result.isFailure(encode("module.exports = 1")))
  })
})

describe("CodeModules", () => {
  it("keeps WebAssembly as the server stores it", () => {
    const { modules } = recording("user/code-get.wasm").response.body as { readonly modules: object }
    const decoded = Schema.decodeUnknownSync(CodeModules)(modules)
    assert.deepStrictEqual(decoded, modules)
    assert.hasAllKeys(decoded["native"], ["binary"])
  })
})

describe("a WebAssembly module", () => {
  const Bytes = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 })))

  it.prop("returns the bytes that it was created from", [Bytes], ([bytes]) => {
    const module = fromBytes(Uint8Array.from(bytes))
    assert.deepStrictEqual(toBytes(module), Result.succeed(Uint8Array.from(bytes)))
    assert.isTrue(isBinary(module))
  })

  it("begins with the magic number of WebAssembly in the recording", () => {
    const { modules } = recording("user/code-get.wasm").response.body as { readonly modules: object }
    const { native } = Schema.decodeUnknownSync(CodeModules)(modules)
    assert.isTrue(native !== undefined && isBinary(native))
    if (native === undefined || !isBinary(native)) return
    assert.deepStrictEqual(Result.getOrThrow(toBytes(native)).slice(0, 4), Uint8Array.of(0, 97, 115, 109))
  })

  it("is not detected in JavaScript text", () => {
    assert.isFalse(isBinary("module.exports = {}"))
  })

  it("fails without base64, and the error does not contain the text", () => {
    for (const binary of ["AGFzb", "????", "A===", "=AAA"]) {
      const error = Result.getOrThrow(Result.flip(toBytes({ binary })))
      assert.strictEqual(error._tag, "BinaryModuleError")
      assert.strictEqual(error.message, "the binary module is not base64")
    }
  })
})
