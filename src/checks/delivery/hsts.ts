import { plainCount } from "#core/wording.ts";
import { defineSiteCheck } from "../define-check.ts";
import { headerExhibit } from "../shared/exhibits.ts";

const HEADER = "strict-transport-security";
/** Half a year, as the MDN HTTP Observatory requires. */
const ENOUGH_SECONDS = 15_552_000;
const DAY_SECONDS = 86_400;
const LINE = "Strict-Transport-Security: max-age=31536000";

export const hsts = defineSiteCheck({
	id: "hsts",
	pillar: "delivery",
	engines: ["search"],
	grade: "standard",
	atStake: "advice",
	weightReason: "It protects returning visitors from a forged first request. Search engines and agents do not read it.",
	tableStakes: true,
	title: "Browsers always use HTTPS, for at least 6 months (HSTS)",
	fault: "Nothing makes browsers always use HTTPS (HSTS)",
	problem: "a visitor on an unsafe network can be led to a forged copy of your site",
	consequence: "On an unsafe network, an attacker can send visitors to a forged copy of your site.",
	hours: 0.25,
	doneBy: "host",
	why: "This header tells browsers to use only encrypted connections to your site. Without it, an attacker on an unsafe network can send visitors to a forged, unencrypted copy.",
	howToFix: "Send Strict-Transport-Security with a max-age of at least 6 months in every HTTPS response.",
	consumer: "browsers",
	reference: "https://www.rfc-editor.org/rfc/rfc6797#section-6.1",
	reviewed: "2026-11-21",
	note: "A shorter time earns its share of 6 months.",
	yieldsTo: ["https", "auth-gate"],
	needs: ["home", "https"],
	evaluate({ home, https }) {
		if (home.state === "absent") {
			return { outcome: "not-applicable", says: `The home page returns ${home.status}, so its headers do not count.` };
		}
		const page = home.value;
		const trusted = https.state === "found" && https.value.state === "valid";
		if (!page.url.startsWith("https:") || !trusted) {
			return {
				outcome: "not-applicable",
				says: "Browsers follow this header only over trusted HTTPS (RFC 6797 section 8.1).",
			};
		}
		const [line] = page.response.headers[HEADER]?.split("\n") ?? [];
		const seconds = line === undefined ? undefined : readMaxAge(line);
		const exhibits = headerExhibit(page, HEADER);
		if (seconds !== undefined && seconds >= ENOUGH_SECONDS) {
			const says = `Browsers must use HTTPS for ${plainCount(Math.floor(seconds / DAY_SECONDS), "day")}.`;
			return { outcome: "pass", says, exhibits };
		}
		const details = {
			says: `${page.url} ${describeMaxAge(seconds, exhibits.length > 0)}.`,
			fix: `Add this header to every response of ${new URL(page.url).hostname}: ${LINE}`,
			exhibits,
		};
		if (!seconds) return { outcome: "fail", ...details };
		const fault = "Browsers must use HTTPS for too short a time (HSTS)";
		return { outcome: "partial", ratio: seconds / ENOUGH_SECONDS, fault, ...details };
	},
});

function describeMaxAge(seconds: number | undefined, sent: boolean): string {
	if (!sent) return "sends no Strict-Transport-Security header";
	if (seconds === undefined)
		return "sends a Strict-Transport-Security header that browsers ignore, because its syntax is wrong (RFC 6797 section 6.1)";
	return `tells browsers to use HTTPS for only ${plainCount(Math.floor(seconds / DAY_SECONDS), "day")}. 6 months are 180 days`;
}

/** A name, and a value as a token or in quotes (RFC 6797 section 6.1). */
const DIRECTIVE = /^([\w!#$%&'*+.^`|~-]+)(?:\s*=\s*(?:([\w!#$%&'*+.^`|~-]+)|"([^"]*)"))?$/;

/** Seconds; undefined if browsers ignore the header: one invalid or repeated directive voids all of it. */
function readMaxAge(line: string): number | undefined {
	const directives = new Map<string, string | undefined>();
	for (const written of line.split(";").map((each) => each.trim())) {
		if (written === "") continue;
		const [, name = "", token, quoted] = DIRECTIVE.exec(written) ?? [];
		if (name === "" || directives.has(name.toLowerCase())) return undefined;
		directives.set(name.toLowerCase(), token ?? quoted);
	}
	const age = directives.get("max-age") ?? "";
	return /^\d+$/.test(age) ? Number(age) : undefined;
}
