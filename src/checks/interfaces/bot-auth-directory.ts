import { listing, plainCount } from "#core/wording.ts";
import type { Absent, BotDirectory, Found } from "#evidence/evidence-map.ts";
import { defineSiteCheck } from "../define-check.ts";
import { clip } from "../shared/exhibits.ts";

const MEDIA_TYPE = "application/http-message-signatures-directory+json";

export const botAuthDirectory = defineSiteCheck({
	id: "bot-auth-directory",
	pillar: "interfaces",
	engines: ["answers"],
	grade: "draft",
	scored: false,
	atStake: "advice",
	weightReason:
		"Few sites run bots that sign their requests. If yours does, a faulty key directory makes every signature worthless.",
	tableStakes: true,
	title: "Other sites can verify your own bots",
	fault: "Other sites cannot verify your own bots",
	consequence: "Other sites block your bot as unknown, or mistake an unknown bot for yours.",
	hours: 2,
	doneBy: "developer",
	why: "Firewalls use these keys to distinguish your bot from bots that only use its name. If the key directory does not follow the draft standard, they reject it, and every request that your bot signs.",
	howToFix:
		"Publish only the public keys, each with its thumbprint as kid, with the right media type and without a redirect. Sign the response again with every key before the signature expires.",
	consumer: "Cloudflare, AWS WAF and others that verify signed bots",
	reference: "https://datatracker.ietf.org/doc/draft-ietf-webbotauth-httpsig-protocol/",
	reviewed: "2026-11-23",
	note: "We check against the draft of 2026-10-29. It only recommends that every key signs the directory, so an unsigned one passes. An invalid signature is a fault. We skip key types that are newer than this check. Verifiers do not follow redirects, so the audit does not either.",
	yieldsTo: ["https"],
	needs: ["botDirectory"],
	evaluate({ botDirectory: seen }) {
		if (seen.state === "absent") return { outcome: "not-applicable", says: none(seen) };
		const { url, value } = seen;
		// A published private key matters most.
		const fault = value.faults.find(isLeak) ?? value.faults[0];
		if (fault !== undefined) return failing(seen, fault);
		if (value.keys.length === 0)
			return { outcome: "not-applicable", says: `${url} lists only key types that this audit does not know.` };
		return { outcome: "pass", says: `${url} ${sound(value)}`, ...shown(seen) };
	},
});

function none({ url, status }: Absent): string {
	if (status < 300 || status > 399) return "The site publishes no keys for its own bots.";
	return `${url} redirects. Sites that verify signed requests do not follow redirects, so it publishes no keys.`;
}

function sound({ outcome, keys }: BotDirectory): string {
	const lists = `lists ${plainCount(keys.length, "key")}`;
	const whole = keys.filter(({ proof }) => proof === "whole").length;
	if (outcome === "verified") return `${lists}. ${whole === 1 ? "It signs" : "Each of them signs"} the directory.`;
	// The others have newer types.
	if (whole === keys.length) return `${lists} of types that this audit knows, and all of them sign the directory.`;
	const count = whole === 0 ? "None signs" : `${whole} of them sign${whole === 1 ? "s" : ""}`;
	return `${lists}. ${count} the whole directory. The draft recommends that but does not require it.`;
}

function failing(seen: Found<BotDirectory>, fault: string) {
	const { url, value } = seen;
	const further = value.faults.length > 1 ? `, and ${plainCount(value.faults.length - 1, "more fault")}` : "";
	// Over plain http, the cause is the site's missing https.
	const ownCause = new URL(url).protocol === "https:" || value.faults.length > 1;
	return {
		outcome: "fail",
		says: `${url} does not follow Web Bot Auth: ${fault.charAt(0).toLowerCase()}${fault.slice(1).replace(/\.$/, "")}${further}.`,
		...remedy(seen),
		...shown(seen),
		...(ownCause ? { ownCause } : {}),
	} as const;
}

function isLeak(fault: string): boolean {
	return fault.includes("private part");
}

function remedy({ url, value: { contentType, faults } }: Found<BotDirectory>) {
	if (faults.some(isLeak))
		return {
			fault: "Your bot's private key is public",
			fix: `Remove the key from ${url} and stop using it: anyone who has read it can sign as your bot. Create a new key, and publish only its public part.`,
		};
	if (contentType !== MEDIA_TYPE) return { fix: `Serve ${url} with Content-Type: ${MEDIA_TYPE}` };
	return {
		fix: `Generate ${url} again from the public keys in use, with their thumbprints as kid, and sign it for its own host.`,
	};
}

/** Never quotes the file: it may contain a private key. */
function shown({ url, value: { contentType, keys } }: Found<BotDirectory>) {
	const kids = keys.map(({ thumbprint, proof }) => `${thumbprint}${proof === "none" ? "" : " (signs)"}`);
	return {
		exhibits: [
			{ url, at: "Content-Type", excerpt: clip(contentType) },
			...(kids.length > 0 ? [{ url, at: "keys", excerpt: clip(listing(kids, 3)) }] : []),
		],
	};
}
