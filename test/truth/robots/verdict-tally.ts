import { decide, type RobotsGroup } from "#core/robots-rules.ts";
import type { RobotsTxt } from "#evidence/evidence-map.ts";
import { readRobotsTxt } from "#evidence/files/robots-txt.ts";
import type { JudgeResult } from "../judge-result.ts";

/** One question to a robots.txt, and the answer of a matcher that we trust. */
export interface RobotsQuestion {
	/** Names the case in the list of disagreements. */
	readonly name: string;
	readonly token: string;
	/** Absolute address, or a path. */
	readonly url: string;
	readonly allowed: boolean;
	/** Why we mean to differ, where we do. */
	readonly meant?: string | undefined;
}

export function readBody(body: Uint8Array): RobotsTxt {
	return readRobotsTxt({ url: "https://a.example/robots.txt", body, contentType: "text/plain", truncated: false });
}

export function groupsIn(body: Uint8Array): readonly RobotsGroup[] {
	return readBody(body).groups;
}

/** Counts the answers that agree with ours. */
export class VerdictTally {
	readonly #judge: string;
	readonly #disagreements: { case: string; expected: string; ours: string }[] = [];
	#cases = 0;

	constructor(judge: string) {
		this.#judge = judge;
	}

	ask(groups: readonly RobotsGroup[], { name, token, url, allowed, meant }: RobotsQuestion): void {
		this.#cases++;
		const { allowed: ours, rule } = decide(groups, token, pathOf(url));
		if (ours === allowed) return;
		const because = rule ? ` by line ${rule.line}, ${rule.text}` : "";
		const meaning = meant === undefined ? "" : ` (meant: ${meant})`;
		this.#disagreements.push({
			case: `${name}: ${token} on ${url}`,
			expected: wordFor(allowed),
			ours: `${wordFor(ours)}${because}${meaning}`,
		});
	}

	result(): JudgeResult {
		const agreed = this.#cases - this.#disagreements.length;
		return { judge: this.#judge, cases: this.#cases, agreed, disagreements: this.#disagreements };
	}
}

/** Path and query as a request line has them, percent-encoded; an address that is no address is taken as it stands. */
function pathOf(url: string): string {
	return url.replace(/^[a-z]+:\/\/[^/?#]*/i, "").replace(/#.*$/s, "");
}

function wordFor(allowed: boolean): string {
	return allowed ? "allowed" : "disallowed";
}
