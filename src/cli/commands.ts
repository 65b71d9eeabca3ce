import type { Arguments } from "./arguments.ts";
import type { CommandTable } from "./command-spec.ts";
import { AUDIT_COMMANDS } from "./command-table/audit-commands.ts";
import { INSTALLATION_COMMANDS } from "./command-table/installation-commands.ts";
import { NIGHT_COMMANDS } from "./command-table/night-commands.ts";
import { TOOL_COMMANDS } from "./command-table/tool-commands.ts";

/** Every command: parsing, help, suggestions and docs/cli.md come from here; its program is loaded when it runs. */
const TABLE = { ...AUDIT_COMMANDS, ...INSTALLATION_COMMANDS, ...NIGHT_COMMANDS, ...TOOL_COMMANDS } as const;

type CommandName = keyof typeof TABLE;
/** What a command's program is given. */
export type Given<Name extends CommandName> = Arguments<(typeof TABLE)[Name]>;

export const COMMANDS: CommandTable = TABLE;
