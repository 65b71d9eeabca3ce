import { listing, plainCount } from "#core/wording.ts";
import type { PageForm } from "#evidence/page-digest.ts";
import { defineSiteCheck } from "../define-check.ts";
import { muteTools, toolFaults } from "../shared/declared-interfaces.ts";
import { clip } from "../shared/exhibits.ts";

/** The draft's section on tool names. */
const NAME = /^[A-Za-z0-9_.-]{1,128}$/;

export const webmcp = defineSiteCheck({
	id: "webmcp",
	pillar: "interfaces",
	engines: ["answers"],
	grade: "draft",
	mode: "deep",
	weight: 1,
	weightReason:
		"WebMCP is a draft in trial; a tool that cannot be called is no worse than a page without it, but misleads.",
	tableStakes: true,
	title: "Tools offered to browser agents are described correctly",
	fault: "Tools offered to browser agents are described wrongly",
	consequence: "An assistant in the visitor's browser skips these tools or calls them wrongly.",
	effort: "small",
	doneBy: "developer",
	why: "An agent in the browser chooses a tool by its words and fills its input by the schema. A tool without either is passed over, or called wrongly.",
	howToFix:
		"Give every tool a name, a description and an inputSchema of type object; give forms toolname and tooldescription.",
	consumer: "Browsers with WebMCP (Chrome, Edge in trial)",
	reference: "https://webmachinelearning.github.io/webmcp/",
	reviewed: "2026-11-21",
	note: "Forms with toolname are tools as well. The draft lets inputSchema be left out for a tool that takes no input, so its absence alone is not held against one.",
	needs: ["rendered"],
	wants: ["home"],
	evaluate({ rendered, home }) {
		if (rendered.state === "absent")
			return { outcome: "not-applicable", says: "There is no page that could register tools." };
		const forms = home.state === "found" ? home.value.digest.forms.filter(({ toolName }) => toolName !== null) : [];
		const registered = rendered.value.tools;
		if (registered === null && forms.length === 0) {
			return {
				outcome: "not-applicable",
				says: `${rendered.value.browser} does not know WebMCP, so what the page registers is not known.`,
			};
		}
		const tools = (registered ?? []).map((tool) => ({
			...tool,
			schemaFaults: tool.schemaFaults.filter((fault) => fault !== "/inputSchema is missing"),
		}));
		if (tools.length + forms.length === 0)
			return { outcome: "not-applicable", says: "The page registers no tools for agents." };
		const { url } = rendered;
		const exhibits = forms.slice(0, 5).map(({ at, excerpt }) => ({ url, at, excerpt: clip(excerpt) }));
		const mute = muteTools(tools);
		const faults = [
			...toolFaults(tools),
			...forms.flatMap(formFault),
			...(mute.length > 0 ? [`nothing says what ${listing(mute)} does`] : []),
		];
		const names = listing(
			[...new Set([...tools.map(({ name }) => name), ...forms.map(({ toolName }) => toolName ?? "")])].map((name) =>
				clip(name, 40),
			),
			5,
		);
		const [fault, ...more] = faults;
		if (fault === undefined) return { outcome: "pass", says: `${url} offers ${names} to agents.`, exhibits };
		return {
			outcome: "fail",
			says: `${url} offers ${plainCount(Math.max(tools.length, forms.length), "tool")} to agents; ${fault}${more.length > 0 ? `, and ${plainCount(more.length, "further fault")}` : ""}.`,
			fix: 'Register each tool with a name of its own, a description and an inputSchema such as {"type":"object","properties":{}}.',
			exhibits,
		};
	},
});

function formFault({ toolName, at }: PageForm): string[] {
	return NAME.test(toolName ?? "")
		? []
		: [`toolname of the form at ${at} is not 1 to 128 letters, digits, dots, hyphens or underscores`];
}
