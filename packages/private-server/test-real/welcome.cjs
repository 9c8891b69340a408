// A mod that changes what the server says about itself.
module.exports = (config) => {
  if (config.backend) config.backend.welcomeText = "Welcome, tester"
}
