/** Installs the server, as the tests of `private-server` do. */
export { default } from "../../private-server/test-real/setup.ts"
