import { isWithin } from "#core/hosts/is-within.ts";
import { isJsonObject, parseJson } from "#core/json-object.ts";
import type { Exhibit, Verdict } from "#core/verdict.ts";
import { listing, plainCount, plural } from "#core/wording.ts";
import type { Page, RenderedPage } from "#evidence/evidence-map.ts";
import type { PageForm } from "#evidence/page-digest.ts";
import { defineSiteCheck, noHomePage } from "../define-check.ts";
import { muteTools, toolFaults } from "../shared/declared-interfaces.ts";
import { clip, exhibitsOf, headerExhibit } from "../shared/exhibits.ts";

/** The draft's section on tool names. */
const NAME = /^[A-Za-z0-9_.-]{1,128}$/;

export const webmcp = defineSiteCheck({
	id: "webmcp",
	pillar: "interfaces",
	engines: ["answers"],
	grade: "draft",
	scored: false,
	atStake: "advice",
	weightReason:
		"WebMCP is a draft in trial. A tool that cannot be called is no worse than no tool, but misleads agents.",
	tableStakes: true,
	title: "Tools for browser agents are described correctly",
	fault: "Tools for browser agents are described incorrectly",
	consequence: "An assistant in the visitor's browser skips these tools or calls them wrongly.",
	hours: 2,
	doneBy: "developer",
	why: "An agent in the browser chooses a tool by its description and fills in its input by the schema. If one of these is missing, it skips the tool or calls it wrongly.",
	howToFix:
		"Give every tool a name, a description and an inputSchema of type object. Give forms a toolname and a tooldescription.",
	consumer: "Browsers with WebMCP (Chrome, Edge in trial)",
	reference: "https://webmachinelearning.github.io/webmcp/",
	reviewed: "2026-11-28",
	note: "Forms with toolname are tools as well. The draft allows a tool without input to omit inputSchema, so a missing one alone is not a fault. A page joins a browser's trial with a token that has an end date: tokens for Chrome 149 to 156 ended on 2026-11-17. Only a deep audit checks tools that scripts register.",
	needs: ["home"],
	wants: ["rendered"],
	evaluate({ home, rendered }, { auditedAt }) {
		if (home.state === "absent") return noHomePage(home);
		const { url, digest } = home.value;
		const forms = digest.forms.filter(({ toolName }) => toolName !== null);
		const seen = rendered.state === "found" ? rendered.value : undefined;
		const tools = (seen?.tools ?? []).map((tool) => ({
			...tool,
			schemaFaults: tool.schemaFaults.filter((fault) => fault !== "/inputSchema is missing"),
		}));
		const trial = endedTrial(home.value, auditedAt);
		const exhibits = [
			...forms.slice(0, 5).map(({ at, excerpt }) => ({ url, at, excerpt: clip(excerpt) })),
			...(trial?.exhibits ?? []),
		];
		const mute = muteTools(tools);
		const [fault, ...more] = [
			...toolFaults(tools),
			...forms.flatMap(formFault),
			...(mute.length > 0 ? [`${listing(mute)} ${plural(mute.length, "has", "have")} no description`] : []),
		];
		if (fault !== undefined)
			return {
				outcome: "fail",
				says: `${url} offers ${plainCount(Math.max(tools.length, forms.length), "tool")} to agents: ${fault}${more.length > 0 ? `, and ${plainCount(more.length, "more fault")}` : ""}.${trial ? ` ${trial.says}` : ""}`,
				fix: 'Register each tool with a unique name, a description and an inputSchema such as {"type":"object","properties":{}}.',
				exhibits,
			};
		if (trial) return { outcome: "partial", ratio: 0.5, ...trial, exhibits };
		if (rendered.state === "failed" && rendered.code !== "not-shown")
			return { outcome: "unknown", says: `We could not check it: ${rendered.reason}` };
		const names = [...tools.map(({ name }) => name), ...forms.map(({ toolName }) => toolName ?? "")];
		if (names.length === 0) return noTools(seen);
		const shown = [...new Set(names)].map((name) => clip(name, 40));
		return { outcome: "pass", says: `${url} offers ${listing(shown, 5)} to agents.`, exhibits };
	},
});

function noTools(rendered: Pick<RenderedPage, "tools" | "browser"> | undefined): Verdict {
	if (rendered?.tools === null) {
		const says = `${rendered.browser} does not support WebMCP, so we do not know which tools the page registers.`;
		return { outcome: "unknown", says };
	}
	const says = rendered
		? "The page registers no tools for agents."
		: "The page has no form that is a tool. Only a deep audit checks tools that scripts register.";
	return { outcome: "not-applicable", says };
}

interface EndedTrial {
	readonly fault: string;
	readonly says: string;
	readonly fix: string;
	readonly exhibits: readonly Exhibit[];
}

/** Undefined if the page has no WebMCP origin trial token, or a valid one. */
function endedTrial(page: Page, auditedAt: string): EndedTrial | undefined {
	const header = page.response.headers["origin-trial"];
	const metas = page.digest.metas.filter(({ key, by }) => by === "http-equiv" && key === "origin-trial");
	const tokens = [...(header?.split(",", TOKENS_MAX) ?? []), ...metas.map(({ content }) => content)];
	const ends = tokens.flatMap((token) => endOfTrial(token, page.url));
	const last = Math.max(...ends);
	if (ends.length === 0 || last > Date.parse(auditedAt)) return undefined;
	const day = new Date(last).toISOString().slice(0, 10);
	return {
		fault: "The page's trial of WebMCP has ended",
		says: `The origin-trial token for WebMCP of ${page.url} ended on ${day}, so browsers no longer enable WebMCP for the page.`,
		fix: `Remove the token from ${page.url}, or renew it if the trial continues. Without a token, only browsers where people enabled WebMCP see the tools.`,
		exhibits: [...headerExhibit(page, "origin-trial"), ...exhibitsOf(page, metas)],
	};
}

const TOKENS_MAX = 20;
/** Offset after the version (1 byte) and the signature (64 bytes). */
const LENGTH_AT = 65;
/** Seconds; JavaScript dates end here. */
const LATEST = 8.64e12;

/**
 * Expiry of the token in milliseconds; empty if it is for another feature or origin.
 * https://chromium.googlesource.com/chromium/src/+/main/third_party/blink/common/origin_trials/trial_token.cc
 */
function endOfTrial(token: string, url: string): number[] {
	const bytes = Buffer.from(token, "base64");
	if (bytes.length < LENGTH_AT + 4) return [];
	const start = LENGTH_AT + 4;
	const payload = parseJson(bytes.subarray(start, start + bytes.readUInt32BE(LENGTH_AT)).toString());
	if (!isJsonObject(payload) || payload.feature !== "WebMCP") return [];
	const { origin, expiry, isSubdomain } = payload;
	const own = URL.parse(url);
	const named = typeof origin === "string" ? URL.parse(origin) : null;
	if (!own || !named || typeof expiry !== "number" || !(expiry > 0 && expiry < LATEST)) return [];
	const isOurs = named.origin === own.origin || (isSubdomain === true && isWithin(own.hostname, named.hostname));
	return isOurs ? [expiry * 1000] : [];
}

function formFault({ toolName, at }: PageForm): string[] {
	return NAME.test(toolName ?? "")
		? []
		: [`toolname of the form at ${at} is not 1 to 128 letters, digits, dots, hyphens or underscores`];
}
