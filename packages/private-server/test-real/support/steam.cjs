// Replaces Steam, from which the server requests the owner of a ticket: the ticket "00" has no owner.
module.exports = (config) => {
  if (!config.backend) return
  require.main.require("steam-webapi").prototype.authenticateUserTicket = ({ ticket }, done) => {
    const params = ticket === "00" ? { result: "Expired" } : { result: "OK", steamid: "76561190000000002" }
    done(null, { params })
  }
}
