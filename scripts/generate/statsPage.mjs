// The page of numbers, with the charts of uPlot.
import { page } from "./browser.mjs"

export const make = async ({ read, root }) => [
  await page({
    folder: "packages/pictures/src/StatsPage/client",
    read,
    root,
    library: { folder: "packages/pictures/node_modules/uplot", style: "dist/uPlot.min.css" }
  })
]
