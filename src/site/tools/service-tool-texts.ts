import { counted, listing, spokenTime } from "#core/wording.ts";

/** Words of the tools of a page that tell of the service itself. */
export const SERVICE_TOOL_TEXTS = {
	health: {
		well: "The service is well.",
		late: "The service answers; its nightly rescan is late.",
		down: "The service cannot keep audits now.",
		silent: "The service does not answer.",
		store: "Store",
		storeSays: { ok: "answers", down: "does not answer" },
		log: "Log",
		logSays: (size: number, pending: number) =>
			`${counted(size, "receipt")}, ${pending === 0 ? "none waits" : `${counted(pending, "more waits", "more wait")}`}`,
		schedule: "Rescans",
		next: (at: string) => `next on ${spokenTime(at)}`,
		missed: (at: string) => `late since ${spokenTime(at)}`,
		unplanned: "none is planned",
		version: "Version",
		methodology: "Methodology",
		summary: (status: string, version: string, methodology: string) =>
			`Status ${status}, version ${version}, methodology ${methodology}.`,
		shown: "A chip on the page shows it to the person and is kept up to date.",
	},
	snippet: {
		title: "The command that repeats the audit",
		command: "Command",
		copied: "Copied to the clipboard:",
		replace: (placeholder: string) => `This page is about no site: put a domain in place of ${placeholder}.`,
	},
	card: {
		title: (name: string) => `MCP server of ${name}`,
		name: "Name",
		version: "Version",
		address: "Address",
		transport: "Transport",
		revisions: "Revisions of MCP",
		revisionsSay: (revisions: readonly string[]) => listing(revisions, 12),
		tools: "Tools",
		says: (title: string, address: string, tools: readonly string[]) =>
			`${title} has an MCP server at ${address} with ${counted(tools.length, "tool")}: ${tools.join(", ")}.`,
		unreadable: "The server's card cannot be read: it has not the form of a server card.",
	},
} as const;

/** Words of what a tool copies for the person. */
export const COPY_TEXTS = {
	copied: "It is in your clipboard.",
	refused: "The browser refused the clipboard: copy it here yourself.",
	copy: "Copy",
	/** For agents. */
	refusedForAgents: "The browser refused the clipboard. The page shows the text to copy:",
} as const;
