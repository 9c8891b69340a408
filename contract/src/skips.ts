/** The tests of the contract that are about the game's own server 4.3.0, and why xxscreeps fails them. */

const source = "recorded from xxscreeps 0.0.9"

/** Tests by the reason for which xxscreeps fails them. */
const byReason: Readonly<Record<string, ReadonlyArray<string>>> = {
  "it has no auth mod": ["returns its auth mod and that registration is open"],
  "it writes Memory through a script that runs": [
    "writes Memory of an account without objects only after its first spawn is placed"
  ],
  "the order of writes within a tick was not recorded": [
    "writes a parent in Memory and its child in one tick, or loses both"
  ],
  "it takes intents in another form": ["spawns a creep and moves it"],
  "lists of rooms with repeated names were not recorded": [
    "returns the terrain of a room that is named twice once, and of every room when none is named"
  ],
  "it rejects with another text or status": [
    "registers accounts whose mail address is empty",
    "rejects code with Basic credentials that are malformed or wrong",
    "finds a user when the name to find is empty",
    "rejects a registration with a name that is taken",
    "rejects a sign-in without name and password",
    "rejects setting the name of an account that has one",
    "rejects requests for the terrain of rooms outside its world",
    "returns no owner for a room outside its world",
    "rejects a search for a user who does not exist",
    "rejects spawns at a room's border, at invalid coordinates and outside the world",
    "rejects code for a branch that does not exist and does not create it",
    "rejects more than 5 MB of code",
    "rejects a new branch after thirty",
    "rejects texts above 100 kB, and marking the messages of others as read",
    "rejects flags outside the world and flags with an unknown colour",
    "rejects construction sites above the controller's level and outside the world, and spawns without a name",
    "rejects a second safe mode and one outside the world",
    "rejects creating power creeps without power and lists none"
  ],
  "names of players have at most 20 characters": [
    "rejects a registration check for a name or address that is taken and accepts free ones"
  ],
  "badges that it rejects get status 500": [
    "responds with Not Found to a badge of an unknown user and rejects badges with custom paths",
    "stores a badge without a shape, returns it to others and draws no picture of it"
  ],
  "it returns all switches of the settings, set or not": [
    "stores notification settings and ignores unknown intervals"
  ],
  "it lacks the endpoint": [
    "stores a new mail address in lower case and rejects one that is taken or malformed",
    "accepts the end of the tutorial and the Steam settings",
    "responds with a missing chunk to a request for history of the future",
    "records the history of rooms in which players live",
    "returns no orders and no prices for a resource without trade",
    "returns no orders and no changes of credits for a new account",
    "creates an order in the next tick for a fee and lists it to all users, in credits",
    "cancels an order in the next tick",
    "stores whether an object reports attacks and returns a server fault for an unknown object",
    "ignores unknown intents"
  ],
  "it has another version, and no history": ["returns its protocol and the size of its history chunks"],
  "it returns terrain only as digits": ["returns the same terrain as digits and as a list"],
  "it accepts any name of a statistic": [
    "returns the owners of rooms on the map and leaves out rooms outside its world"
  ],
  "every text is the name of a normal room": [
    "returns the status of a room, and an empty object for one outside its world"
  ],
  "it finds users by name only": ["finds users by id, computer players included"],
  "it counts statistics and ranks players": [
    "returns empty statistics for players",
    "returns an empty leaderboard"
  ],
  "players start in the room that they last watched": [
    "starts players in their own room and rejects a second first spawn"
  ],
  "the first branch is main, and no stored branch is marked as active": [
    "creates a branch named default that is active in the world",
    "activates another branch in the world or in the simulation",
    "deletes branches and ignores the deletion of an active one"
  ],
  "it requires the branch": [
    "stores code without a branch in the active one",
    "drops modules whose names begin with $",
    "copies a branch, and copies an unknown branch as an empty one"
  ],
  "it accepts longer lines": ["accepts console lines of up to 1024 characters"],
  "a missing key is a wrong path": [
    "writes Memory when the player's script runs and distinguishes missing keys from wrong paths",
    "sends the text undefined for a watched value of Memory that is absent"
  ],
  "it requires the path": ["removes a value from Memory, and empties all of it"],
  "an unset segment is empty": ["stores memory segments at once and returns them unchanged"],
  "messages have a text, and name no users": [
    "accepts messages without text, and names both users in every copy"
  ],
  "names of flags begin with Flag0": [
    "generates free names for spawns and flags and rejects names that are taken"
  ],
  "writes return no id": [
    "returns the id of a construction site and says why it rejects a second one on the same square",
    "summons invaders into the player's own room only",
    "removes the named construction sites and keeps the others",
    "creates, upgrades and renames power creeps within the account's power",
    "schedules the deletion of a power creep and cancels it"
  ],
  "intents name an object by its id": [
    "removes the named flag and keeps the others",
    "releases a room whose controller is unclaimed"
  ],
  "it escapes only < and &": ["escapes markup and characters beyond ASCII in log lines"],
  "the error of a write to Memory is that of the request": [
    "sends the error of a write to Memory: below a missing key, and of all of Memory"
  ],
  "map visuals need the shard in the channel's name": ["sends what a script draws on the map"],
  "copies of branches are not sent": [
    "sends code when it is saved or copied, and the branch when it is activated"
  ],
  "these channels are silent": [
    "sends credits and resources in every tick, and nothing on the money channel",
    "sends the administrator's messages to every connection, signed in or not",
    "sends a player's own channels to no other player"
  ],
  "it limits no rooms": ["sends two rooms of an account per tick and rejects the others in turn"],
  "it sends a room of the coarse map only when it changes": [
    "sends a room of the coarse map in full in every tick",
    "sends nothing for rooms that do not exist"
  ],
  "spawns have names": ["sends a spawn that was placed without a name"]
}

export const skips = Object.entries(byReason).flatMap(([reason, tests]) =>
  tests.map((test) => ({ test, reason, source }))
)
