// Stands in for Steam, which the server asks over the network who holds a ticket: "00" is nobody's.
module.exports = (config) => {
  if (!config.backend) return
  require.main.require("steam-webapi").prototype.authenticateUserTicket = ({ ticket }, done) => {
    const params = ticket === "00" ? { result: "Expired" } : { result: "OK", steamid: "76561190000000002" }
    done(null, { params })
  }
}
