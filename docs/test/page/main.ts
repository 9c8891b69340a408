import { mount } from "../../playground/page.ts"

const root = document.getElementById("root")
if (root !== null) await mount(root)
