import { cliCommand, NO_DOMAIN, REFUSAL } from "#core/brand.ts";
import { SERVICE_TOOL_TEXTS } from "#site/tools/service-tool-texts.ts";
import { siteInView, siteOf } from "../asked-site.ts";
import { questionOf } from "../guards/confirm-dialog.ts";
import { copyForPerson, copyOutcome } from "../overlays/clipboard.ts";
import { element, factList } from "../overlays/elements.ts";
import { showOverlay } from "../overlays/overlay.ts";
import type { PageTool, ToolCall } from "../page-tool.ts";
import { ToolFault } from "../tool-fault.ts";

const texts = SERVICE_TOOL_TEXTS;

/** Copies the command that repeats an audit. */
export const getCliSnippet: PageTool = {
	question: ({ input }) => questionOf("get_cli_snippet", [{ name: texts.snippet.command, value: commandOf(input) }]),
	async run({ input }) {
		const command = commandOf(input);
		const isCopied = await copyForPerson(texts.snippet.title, command);
		const outcome = copyOutcome(isCopied, { copied: texts.snippet.copied, text: command });
		const text = command.includes(NO_DOMAIN) ? `${outcome}\n${texts.snippet.replace(NO_DOMAIN)}` : outcome;
		return { text, data: { command, refusal: REFUSAL } };
	},
};

/** For the domain that is asked for, or else the one that the page is about. What is no host name comes into no command. */
function commandOf({ domain }: ToolCall["input"]): string {
	return cliCommand(domain === undefined ? (siteInView() ?? NO_DOMAIN) : siteOf(domain));
}

/** What a summary needs of the card. */
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

/** Shows who the MCP server is, where it is and what tools it has. */
export const openMcpCard: PageTool = {
	async run({ api, place, signal }) {
		const card = (await api.get(place.links.file(".well-known/mcp/server-card.json"), signal)) as Partial<ServerCard>;
		const [remote] = card.remotes ?? [];
		if (!remote || !card.tools) throw new ToolFault("answer-unreadable", texts.card.unreadable);
		const { title = "", name = "", version = "", description = "", remotes, tools } = card;
		showOverlay(texts.card.title(title), ...summaryOf({ title, name, version, description, remotes: [remote], tools }));
		const named = tools.map((tool) => ({ name: tool.name, title: tool.title, description: tool.description }));
		return {
			text: texts.card.says(
				title,
				remote.url,
				named.map((tool) => tool.name),
			),
			data: { name, title, version, description, remotes, tools: named },
		};
	},
};

function summaryOf({ name, version, description, remotes, tools }: ServerCard): Node[] {
	const facts = remotes.flatMap(({ type, url, supportedProtocolVersions }) => [
		{ name: texts.card.address, value: url },
		{ name: texts.card.transport, value: type },
		{ name: texts.card.revisions, value: texts.card.revisionsSay(supportedProtocolVersions) },
	]);
	return [
		element("p", { text: description }),
		factList([{ name: texts.card.name, value: name }, { name: texts.card.version, value: version }, ...facts]),
		element("h3", { text: texts.card.tools }),
		factList(tools.map((tool) => ({ name: tool.name, value: tool.title }))),
	];
}
