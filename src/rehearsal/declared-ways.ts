import { profileFault } from "#checks/safety/ucp-acp-x402.ts";
import { StructuredGraph, type Thing } from "#checks/shared/structured-data.ts";
import { isFailure } from "#core/failure.ts";
import { isWithin } from "#core/hosts/is-within.ts";
import { isJsonObject, type JsonObject } from "#core/json-object.ts";
import { isOwnAction } from "#core/link-action.ts";
import type { Candidate } from "#core/rehearsal.ts";
import { clipped } from "#core/wording.ts";
import { readTools } from "#evidence/declared/agent-tools.ts";
import type { PageView } from "#evidence/page-view.ts";
import { sniffBody } from "#evidence/response-body.ts";
import type { SiteSource } from "#evidence/site/site-source.ts";
import { isAsked, saysWhatFor } from "./form.ts";
import { Obstructed } from "./session.ts";
import { type Ending, searched, stopped, type TaskMeans, type TaskRun, usesHost, wordOf } from "./tasks.ts";
import { fitOf, type Intent, wordsIn } from "./vocabulary.ts";
import { Blocked, isPage, MOST_SAID, type Seek, seekFor, type Walk } from "./walk.ts";

/** What a page declares for programs: a schema.org action, a WebMCP tool, or a shop's profile. */
interface Way extends Candidate {
	/** Target address; undefined for a tool, which acts in the page. */
	readonly url?: string;
	readonly method: string;
}

/** For tasks with an action: schema.org types and intents of tool names. Facts and articles are on pages. */
const DECLARED: Readonly<Record<string, readonly [actions: string, ...intents: Intent[]]>> = {
	contact: ["CommunicateAction AskAction", "contact", "send"],
	buy: ["OrderAction BuyAction", "add", "checkout", "pay"],
	book: ["ReserveAction ScheduleAction", "book"],
	"sign-up": ["RegisterAction", "signup"],
	search: ["SearchAction", "search"],
};

interface Declarable extends TaskMeans {
	readonly task: string;
	readonly run: TaskRun;
	readonly pages: SiteSource;
	/** Registrable. */
	readonly domain: string;
}

/** If controls do not lead to the end of a task, tries what the page declares for programs. @throws Blocked */
export async function withDeclared(walk: Walk, means: Declarable): Promise<Ending> {
	const first = await endOf(means.run(walk, means));
	if (isEnd(first)) return first;
	const ways = await waysTo(walk, means);
	const end = ways.length === 0 ? first : await endOf(useBest(ways, walk, means)).catch(unlessObstructed);
	if (end && isEnd(end)) return end;
	// A declaration that fails does not block the task: people can still reach its end.
	if (first instanceof Blocked) throw first;
	return first;
}

function isEnd(end: Ending | Blocked): end is Ending {
	return !(end instanceof Blocked) && end.outcome !== "not-offered";
}

async function endOf(ending: Promise<Ending>): Promise<Ending | Blocked> {
	try {
		return await ending;
	} catch (error) {
		if (error instanceof Blocked) return error;
		throw error;
	}
}

/** Ignores declared pages that cannot be used. */
function unlessObstructed(error: unknown): undefined {
	if (!(error instanceof Obstructed)) throw error;
	return undefined;
}

/** Takes the best way: opens it if that changes nothing, else names it. @throws Blocked */
async function useBest(ways: readonly Way[], walk: Walk, means: Declarable): Promise<Ending> {
	const [way] = ways as [Way];
	const { name, url, method } = way;
	const { task, domain } = means;
	const host = url === undefined ? domain : new URL(url).hostname;
	const isOwn = isWithin(host, domain);
	const opens = url !== undefined && isOwn && method === "GET" && task !== "buy" && !isOwnAction(url, domain);
	const seek = seekFor("what the site declares for programs");
	await walk.note(seek, opens ? "opened" : "stopped", `${way.role} “${name}”`, undefined, ways);
	if (!isOwn) return usesHost(host);
	if (url === undefined)
		return stopped(
			`The page has the tool “${name}” for this, and an agent can fill in all that it asks for. It stops before calling it.`,
		);
	if (!opens)
		return stopped(`The site declares ${name} for this. An agent stops before ${method} ${clipped(url, MOST_SAID)}.`);
	const word = wordOf(walk.view);
	try {
		walk.view = await walk.session.open(url);
	} catch (error) {
		if (!(error instanceof Obstructed)) throw error;
		if (error.obstacle === "elsewhere") return usesHost(error.detail);
		throw await walk.blocked(seek, error.obstacle, { key: "", role: way.role, name, attributes: {} }, error.detail);
	}
	return task === "search" ? searched(walk, word) : means.run(walk, means);
}

/** From the page where the task ended, else the home page; best first. */
async function waysTo(walk: Walk, { task, pages }: Declarable): Promise<readonly Way[]> {
	const declared = DECLARED[task];
	if (!declared) return [];
	const [actions, ...intents] = declared;
	const seek = seekFor("", ...intents);
	const types = actions.split(" ");
	const ways: Way[] = task === "buy" ? await profileWays(pages, walk.home) : [];
	try {
		for (const at of new Set([walk.view.url, walk.home])) {
			if (at !== walk.view.url) walk.view = await walk.session.open(at);
			const { input, tools } = await walk.session.source();
			const page = await pages.read("view", input);
			const graph = new StructuredGraph(await pages.read("page", input), input.url);
			const word = task === "search" ? wordOf(walk.view) : undefined;
			const actionsOf = types.flatMap((type) =>
				graph.ofType((each) => each === type).flatMap((action) => actionWays(graph, { type, action, page: at, word })),
			);
			ways.push(...actionsOf, ...formWays(page, seek), ...scriptedWays(tools, seek, task === "search"));
			if (ways.length > 0) break;
		}
	} catch (error) {
		// A page that is too large or does not load.
		if (!isFailure(error) && !(error instanceof Obstructed)) throw error;
	}
	return ways.toSorted((a, b) => b.points - a.points);
}

/** Lower than a tool, which describes its input. */
const ACTION_POINTS = 10;

/** Actions whose address is fixed, or needs only the search word. */
interface DeclaredAction {
	readonly type: string;
	readonly action: Thing;
	readonly page: string;
	/** The search word. */
	readonly word: string | undefined;
}

function actionWays(graph: StructuredGraph, { type, action, page, word }: DeclaredAction): Way[] {
	const entries = graph.follow(action, "target").map((entry) => ({
		template: graph.texts(entry, "urlTemplate")[0] ?? graph.texts(entry, "url")[0] ?? entry.id ?? "",
		method: graph.texts(entry, "httpMethod")[0]?.trim().toUpperCase() ?? "GET",
	}));
	const plain = graph.texts(action, "target").map((template) => ({ template, method: "GET" }));
	return [...plain, ...entries].flatMap(({ template, method }): Way[] => {
		const url = URL.parse(filled(template, word) ?? "{}", page)?.href ?? "";
		if (!isPage(url) || /[{}]|%7[BD]/i.test(url) || sameAddress(url, page)) return [];
		return [
			{ role: "action", name: type, why: "the page declares it (schema.org)", points: ACTION_POINTS, url, method },
		];
	});
}

/** RFC 6570 sections 3.2.2 and 3.2.8, for one variable. */
function filled(template: string, word: string | undefined): string | undefined {
	const variables = template.match(/\{[?&]?[\w.]+\}/g) ?? [];
	if (variables.length !== (word === undefined ? 0 : 1)) return undefined;
	return template.replace(
		/\{([?&]?)([\w.]+)\}/,
		(_, sign: string, name: string) => `${sign}${sign === "" ? "" : `${name}=`}${encodeURIComponent(word ?? "")}`,
	);
}

/** Forms declared as tools; a challenge blocks these too. */
function formWays({ nodes, captchas }: PageView, seek: Seek): Way[] {
	return nodes.flatMap(({ tag, key, attributes: { toolname = "", tooldescription = "" } }) => {
		if (tag !== "form" || tooldescription === "" || captchas.length > 0) return [];
		const fields = nodes.filter((node) => node.form === key && isAsked(node));
		const isSaid = fields.every((field) => saysWhatFor(field) || (field.attributes.toolparamdescription ?? "") !== "");
		return isSaid ? toolWay({ name: toolname, description: tooldescription }, seek) : [];
	});
}

/** Tools registered by scripts. */
function scriptedWays(tools: readonly unknown[], seek: Seek, isReading: boolean): Way[] {
	return readTools(tools).flatMap((tool, at) => {
		const { inputSchema, annotations, backendNodeId }: JsonObject = isJsonObject(tools[at]) ? tools[at] : {};
		const reads = isJsonObject(annotations) && (annotations.readOnly === true || annotations.readOnlyHint === true);
		const isSound = tool.description !== "" && tool.schemaFaults.every((fault) => fault.endsWith("is missing"));
		// Form tools have a node and are read as forms.
		if (backendNodeId !== undefined || !isSound || (reads && !isReading) || !isSaid(inputSchema)) return [];
		return toolWay(tool, seek);
	});
}

/** Names of input properties that need no description. */
const INPUTS: readonly Intent[] = ["name", "email", "phone", "message", "date", "time", "search"];

function isSaid(schema: unknown): boolean {
	if (!isJsonObject(schema) || !Array.isArray(schema.required)) return true;
	const properties = isJsonObject(schema.properties) ? schema.properties : {};
	return schema.required.every((name: unknown) => {
		const property = properties[String(name)];
		const says = isJsonObject(property) ? property : {};
		return (
			["title", "description", "enum", "const", "format"].some((key) => (says[key] ?? "") !== "") ||
			INPUTS.some((intent) => fitOf(wordsIn(String(name)), intent) > 0)
		);
	});
}

/** Words at the start of a description, which say what the tool does. */
const FIRST_WORDS = 5;

function toolWay({ name, description }: { readonly name: string; readonly description: string }, seek: Seek): Way[] {
	const begins = description.split(/\s+/).slice(0, FIRST_WORDS).join(" ");
	const points = Math.max(seek.fit(wordsIn(name)), seek.fit(begins));
	return name === "" || points === 0
		? []
		: [{ role: "tool", name, why: "the page declares it (WebMCP)", points, method: "" }];
}

/** Shopping agents request these without a link. */
const PROFILES = [
	["/.well-known/ucp", "UCP", ordersByUcp],
	["/.well-known/acp.json", "ACP", ordersByAcp],
] as const;

async function profileWays(pages: SiteSource, home: string): Promise<Way[]> {
	const ways: Way[] = [];
	for (const [path, name, endpointOf] of PROFILES) {
		const answer = await pages.get(new URL(path, home), "page").catch((error: unknown) => {
			if (isFailure(error)) return undefined;
			throw error;
		});
		if (answer?.status !== 200 || sniffBody(answer.body) === "html") continue;
		const { json } = await pages.read("json", { url: answer.url, body: answer.body });
		const url = endpointOf(json);
		if (typeof url === "string" && isPage(url))
			ways.push({
				role: "profile",
				name,
				why: `the shop declares it (${path})`,
				points: ACTION_POINTS,
				url,
				method: "POST",
			});
	}
	return ways;
}

/** https://ucp.dev/latest/specification/overview/ */
function ordersByUcp(json: unknown): unknown {
	if (profileFault(json) !== undefined || !isJsonObject(json) || !isJsonObject(json.ucp)) return undefined;
	const { services, capabilities } = json.ucp;
	const shopping = isJsonObject(services) ? services["dev.ucp.shopping"] : undefined;
	const names = Array.isArray(capabilities)
		? capabilities.map((each) => (isJsonObject(each) ? each.name : ""))
		: Object.keys(isJsonObject(capabilities) ? capabilities : { [CHECKOUT]: [] });
	if (!names.includes(CHECKOUT)) return undefined;
	const bindings: unknown[] = Array.isArray(shopping)
		? shopping
		: Object.values(isJsonObject(shopping) ? shopping : {});
	return bindings.filter(isJsonObject).find(({ endpoint }) => typeof endpoint === "string")?.endpoint;
}

const CHECKOUT = "dev.ucp.shopping.checkout";

/** https://github.com/agentic-commerce-protocol/agentic-commerce-protocol, rfcs/rfc.discovery.md */
function ordersByAcp(json: unknown): unknown {
	if (!isJsonObject(json) || !isJsonObject(json.protocol) || !isJsonObject(json.capabilities)) return undefined;
	const { services } = json.capabilities;
	const sells = Array.isArray(services) && services.includes("checkout");
	return json.protocol.name === "acp" && sells ? json.api_base_url : undefined;
}

function sameAddress(a: string, b: string): boolean {
	const bare = (url: string) => url.replace(/#.*$/, "").replace(/\/$/, "");
	return bare(a) === bare(b);
}
