/** Compressed frames on platforms without zlib, such as browsers. */
import { vi } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { describeCompressedFrames } from "./support/compressedFrames.ts"

vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined)

describeCompressedFrames(
  "a compressed frame without zlib",
  Arbitrary.schema(Schema.Tuple([Schema.String, Schema.Json]))
)
