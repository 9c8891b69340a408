/** What the help of the program as a whole ends with. @internal */
export const manual = `
SERVERS
  --url, else --server, else the environment, else the credentials file's server main
  or its only one, else https://screeps.com as nobody.

ENVIRONMENT
  SCREEPS_URL SCREEPS_SHARD SCREEPS_SERVER_PASSWORD   the server
  SCREEPS_TOKEN, or SCREEPS_USERNAME SCREEPS_PASSWORD who you are
  SCREEPS_CONFIG                                      the credentials file
  NO_COLOR FORCE_COLOR                                no colours, colours

FILES
  .screeps.yaml ~/.config/screeps/config.yaml ~/.screeps.yaml   credentials (SS3)
  .screeps.json screeps.json                                    the same as JSON

EXIT STATUS
  0 done   1 refused   2 wrong use   3 not signed in or not admitted
  4 rate limited   5 unreachable   70 a fault of the program   130 interrupted

VALUES
  @file takes a value from a file, - from standard input, @@ begins one with @.

COMPLETION
  screeps --completions bash > ~/.local/share/bash-completion/completions/screeps`
