/** The last part of the program's help. @internal */
export const manual = `
SERVERS
  The server is the first of these that is given: --url, --server or --config,
  the environment, the server main (or the only server) in the credentials file,
  and otherwise https://screeps.com without an account.

ENVIRONMENT
  SCREEPS_URL, SCREEPS_SHARD, SCREEPS_SERVER_PASSWORD   the server
  SCREEPS_HISTORY_URL                                   its room history
  SCREEPS_TOKEN                                         the account
  SCREEPS_USERNAME, SCREEPS_PASSWORD                    or this account
  SCREEPS_CONFIG                                        the credentials file
  SCREEPS_DATABASE, SCREEPS_REDIS                       for screeps collect
  NO_COLOR, FORCE_COLOR                                 switch colours off or on

FILES
  .screeps.yaml, ~/.config/screeps/config.yaml,
  ~/.screeps.yaml                                       credentials (SS3)
  .screeps.json, screeps.json                           credentials as JSON

EXIT STATUS
  0 success   1 rejected or not found   2 usage error
  3 not signed in or not allowed   4 rate limit reached   5 unreachable
  70 internal error   130 interrupted

VALUES
  @file reads a value from a file, - from standard input; @@ is a leading @.

COMPLETION
  screeps --completions bash \\
    > ~/.local/share/bash-completion/completions/screeps`
