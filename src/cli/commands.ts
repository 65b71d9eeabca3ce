import type { Arguments, CommandTable } from "./arguments.ts";
import { AUDIT_COMMANDS, TOOL_COMMANDS } from "./audit-commands.ts";
import { INSTALLATION_COMMANDS, NIGHT_COMMANDS } from "./installation-commands.ts";

/** Parsing, help, suggestions and docs/cli.md come from here. */
const TABLE = { ...AUDIT_COMMANDS, ...INSTALLATION_COMMANDS, ...NIGHT_COMMANDS, ...TOOL_COMMANDS } as const;

type CommandName = keyof typeof TABLE;
export type Given<Name extends CommandName> = Arguments<(typeof TABLE)[Name]>;

export const COMMANDS: CommandTable = TABLE;
