// A mod that changes the server's welcome text.
module.exports = (config) => {
  if (config.backend) config.backend.welcomeText = "Welcome, tester"
}
