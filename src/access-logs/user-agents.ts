import { type Crawler, crawlersOf } from "#core/crawlers.ts";
import { ownText } from "./log-entry.ts";

/** robots.txt tokens without requests: they control the use of what another bot has fetched. */
const NEVER_SENT: ReadonlySet<string> = new Set(["Google-Extended", "Applebot-Extended"]);

export const BOTS: readonly Crawler[] = crawlersOf("search", "answer-index", "user-fetch", "training", "ads").filter(
	({ token }) => !NEVER_SENT.has(token),
);

const BY_TOKEN = new Map(BOTS.map((bot) => [bot.token.toLowerCase(), bot]));
/** Matches products such as `Googlebot/2.1` or `Googlebot-Image/1.0`, but not parts of words. */
const CLAIM = new RegExp(`(?:^|[^a-z0-9_-])(${[...BY_TOKEN.keys()].join("|")})(?![a-z0-9_])`, "i");
/** Words in the names of programs, whose requests are counted together. */
const PROGRAM =
	/bot|crawl|spider|slurp|fetch|monitor|scan|preview|headless|python|curl|wget|java\/|go-http|okhttp|node|axios|feed|libwww|http[-_ ]?client/i;

export type Asker = Crawler | "person" | "program";

/** Cached, because many requests share a user agent. */
const KEPT = 4_000;

export class UserAgents {
	readonly #kept = new Map<string, Asker>();

	/** A program if the user agent is missing or does not start with "Mozilla/", as all browsers' do. */
	askerOf(agent: string): Asker {
		const kept = this.#kept.get(agent);
		if (kept !== undefined) return kept;
		const asker = judge(agent);
		if (this.#kept.size >= KEPT) this.#kept.clear();
		this.#kept.set(ownText(agent), asker);
		return asker;
	}
}

/** Characters. Longer user agents are not browsers'. */
const LONGEST_READ = 2_000;

function judge(agent: string): Asker {
	const text = agent.slice(0, LONGEST_READ);
	const token = CLAIM.exec(text)?.[1];
	const bot = token === undefined ? undefined : BY_TOKEN.get(token.toLowerCase());
	if (bot) return bot;
	return !/^(?:Mozilla|Opera)\//.test(text) || PROGRAM.test(text) ? "program" : "person";
}

/** Sites of assistants that refer people. */
const ASSISTANTS: Readonly<Record<string, string>> = {
	// Host names are foreign data and must not match names of Object.prototype.
	__proto__: null as never,
	"chatgpt.com": "ChatGPT",
	"chat.openai.com": "ChatGPT",
	"perplexity.ai": "Perplexity",
	"copilot.microsoft.com": "Copilot",
	"copilot.cloud.microsoft": "Copilot",
	"gemini.google.com": "Gemini",
	"notebooklm.google.com": "Gemini",
	"claude.ai": "Claude",
	"chat.mistral.ai": "Mistral",
	"meta.ai": "Meta AI",
	"duck.ai": "DuckDuckGo",
	"you.com": "You.com",
	"grok.com": "Grok",
	"chat.deepseek.com": "DeepSeek",
};

export const ASSISTANT_NAMES: readonly string[] = [...new Set(Object.values(ASSISTANTS))];

const LONGEST_NAME = 4 + Math.max(...Object.keys(ASSISTANTS).map((name) => name.length));

/** By referrer, or by the parameter that assistants add to links because browsers hide the referrer. */
export function assistantOf(referrer: string, target: string): string | undefined {
	const name = referrer.length > 8 ? assistantAt(referrer) : undefined;
	if (name !== undefined || !target.includes("utm_source=")) return name;
	const source = /[?&]utm_source=(?:www\.)?([^&#]{1,100})/i.exec(target)?.[1];
	return source === undefined ? undefined : ASSISTANTS[source.toLowerCase()];
}

/** Assistants' names are short, so a length check rejects most referrers. */
function assistantAt(referrer: string): string | undefined {
	const start = referrer.indexOf("://") + 3;
	const slash = referrer.indexOf("/", start);
	const end = slash < 0 ? referrer.length : slash;
	if (start <= 2 || end - start > LONGEST_NAME) return undefined;
	const host = referrer.slice(start, end).toLowerCase();
	return ASSISTANTS[host.startsWith("www.") ? host.slice(4) : host];
}
