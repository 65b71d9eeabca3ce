import { cliCommand, NO_DOMAIN, REFUSAL } from "#core/brand.ts";
import type { Health } from "#core/health.ts";
import { counted, listing, spokenTime } from "#core/wording.ts";
import type { Api } from "./api.ts";
import { questionOf } from "./confirm-dialog.ts";
import {
	type Chip,
	type ChipState,
	copyForPerson,
	copyOutcome,
	element,
	factList,
	openChip,
	showOverlay,
} from "./overlays.ts";
import { type PageTool, siteInView, siteOf, type ToolCall, ToolFault } from "./page-tool.ts";

const AGAIN_MS = 30_000;
const ASKED_MS = 10_000;

export const getHealth: PageTool = {
	async run({ api, signal }) {
		const chip = openChip();
		try {
			const health = await fetchHealth(api, signal);
			chip.show(stateOf(health));
			setTimeout(() => pollHealth(chip, api), AGAIN_MS);
			return { text: textOf(health), data: health };
		} catch (error) {
			if (error instanceof ToolFault) chip.show(stateAfter(error));
			else chip.close();
			throw error;
		}
	},
};

/** A background page polls when it becomes visible. */
async function pollHealth(chip: Chip, api: Api): Promise<void> {
	if (!chip.isShown) return;
	if (document.hidden) {
		document.addEventListener("visibilitychange", () => pollHealth(chip, api), { once: true });
		return;
	}
	try {
		chip.show(stateOf(await fetchHealth(api, AbortSignal.timeout(ASKED_MS))));
	} catch (error) {
		chip.show(stateAfter(error));
	}
	setTimeout(() => pollHealth(chip, api), AGAIN_MS);
}

/** A service that is down returns the same document with status 503. */
async function fetchHealth(api: Api, signal: AbortSignal): Promise<Health> {
	try {
		return (await api.get("../health", signal)) as Health;
	} catch (error) {
		if (error instanceof ToolFault && isHealth(error.body)) return error.body;
		throw error;
	}
}

function isHealth(body: unknown): body is Health {
	return typeof body === "object" && body !== null && "checks" in body;
}

function stateOf({ checks: { store, log, schedule }, version, methodology }: Health): ChipState {
	const { nextRun, missed } = schedule;
	const night =
		nextRun === null
			? "none is planned"
			: missed
				? `late since ${spokenTime(nextRun)}`
				: `next on ${spokenTime(nextRun)}`;
	const isDown = store.status === "down";
	return {
		tone: isDown ? "red" : missed ? "amber" : "green",
		says: isDown
			? "The service cannot save audits at the moment."
			: missed
				? "The service works, but its nightly rescan is late."
				: "All systems operational.",
		facts: [
			{ name: "Store", value: isDown ? "does not answer" : "answers" },
			{
				name: "Log",
				value: `${counted(log.size, "receipt")}, ${log.pending === 0 ? "none waits" : `${counted(log.pending, "more waits", "more wait")}`}`,
			},
			{ name: "Rescans", value: night },
			{ name: "Version", value: version },
			{ name: "Methodology", value: methodology },
		],
		at: new Date(),
	};
}

function stateAfter(error: unknown): ChipState {
	const isRefused = error instanceof ToolFault && !SILENCE.has(error.code);
	const says = isRefused ? error.message : "The service does not answer.";
	return { tone: isRefused ? "amber" : "red", says, facts: [], at: new Date() };
}

/** Codes for a missing or foreign response. */
const SILENCE: ReadonlySet<string> = new Set(["unreachable", "unreadable"]);

function textOf({ status, version, methodology, checks }: Health): string {
	const parts = Object.entries(checks).map(([name, part]) => `${name}: ${JSON.stringify(part)}`);
	return [
		`Status ${status}, version ${version}, methodology ${methodology}.`,
		...parts,
		"A chip on the page shows it and stays up to date.",
	].join("\n");
}

export const getCliSnippet: PageTool = {
	question: (call) => questionOf("get_cli_snippet", [{ name: "Command", value: commandOf(call) }]),
	async run(call) {
		const command = commandOf(call);
		const isCopied = await copyForPerson("The command that repeats the audit", command);
		const outcome = copyOutcome(isCopied, { copied: "Copied to the clipboard:", text: command });
		const text = command.includes(NO_DOMAIN)
			? `${outcome}\nThis page is not about a site: replace ${NO_DOMAIN} with a domain.`
			: outcome;
		return { text, data: { command, refusal: REFUSAL } };
	},
};

/** Puts only validated host names into the command. */
function commandOf({ input: { domain }, place }: Pick<ToolCall, "input" | "place">): string {
	return cliCommand(place.program, domain === undefined ? (siteInView() ?? NO_DOMAIN) : siteOf(domain));
}

interface ServerCard {
	readonly name: string;
	readonly title: string;
	readonly version: string;
	readonly description: string;
	readonly remotes: readonly {
		readonly type: string;
		readonly url: string;
		readonly supportedProtocolVersions: readonly string[];
	}[];
	readonly tools: readonly { readonly name: string; readonly title: string; readonly description: string }[];
}

export const openMcpCard: PageTool = {
	async run({ api, place, signal }) {
		const card = (await api.get(place.links.file(".well-known/mcp/server-card.json"), signal)) as Partial<ServerCard>;
		const [remote] = card.remotes ?? [];
		if (!remote || !card.tools)
			throw new ToolFault("answer-unreadable", "The server card cannot be read: its format is wrong.");
		const { title = "", name = "", version = "", description = "", remotes, tools } = card;
		showOverlay(
			`MCP server of ${title}`,
			...summaryOf({ title, name, version, description, remotes: [remote], tools }),
		);
		const named = tools.map((tool) => ({ name: tool.name, title: tool.title, description: tool.description }));
		return {
			text: `${title} has an MCP server at ${remote.url} with ${counted(named.map((tool) => tool.name).length, "tool")}: ${(named.map((tool) => tool.name)).join(", ")}.`,
			data: { name, title, version, description, remotes, tools: named },
		};
	},
};

function summaryOf({ name, version, description, remotes, tools }: ServerCard): Node[] {
	const facts = remotes.flatMap(({ type, url, supportedProtocolVersions }) => [
		{ name: "Address", value: url },
		{ name: "Transport", value: type },
		{ name: "Revisions of MCP", value: listing(supportedProtocolVersions, 12) },
	]);
	return [
		element("p", { text: description }),
		factList([{ name: "Name", value: name }, { name: "Version", value: version }, ...facts]),
		element("h3", { text: "Tools" }),
		factList(tools.map((tool) => ({ name: tool.name, value: tool.title }))),
	];
}
