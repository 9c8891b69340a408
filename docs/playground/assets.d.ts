/** Files that the site's bundler passes on. */
declare module "*?url" {
  const address: string
  export default address
}
declare module "*?raw" {
  const text: string
  export default text
}
declare module "*.css" {}
declare module "*/samples.json" {
  const samples: ReadonlyArray<{ readonly name: string; readonly code: string }>
  export default samples
}
