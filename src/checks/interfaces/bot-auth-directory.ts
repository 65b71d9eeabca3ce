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
		"Few sites run bots that sign their requests; where one does, a faulty directory makes every signature worthless.",
	tableStakes: true,
	title: "Signed requests of the site's own bots can be verified",
	fault: "Signed requests of the site's own bots cannot be verified",
	consequence: "Other sites turn your bot away as a stranger, or take a stranger for your bot.",
	effort: "small",
	doneBy: "developer",
	why: "Firewalls fetch these keys to tell your bot from those that only use its name. A directory that is not as its draft standard asks is refused, and with it every request that your bot signs.",
	howToFix:
		"Publish the public keys alone, each with its thumbprint as kid, with the directory's own media type and without a redirect. Have every key sign the answer anew before the signature ends.",
	consumer: "Cloudflare, AWS WAF and others that verify signed bots",
	reference: "https://datatracker.ietf.org/doc/draft-ietf-webbotauth-httpsig-protocol/",
	reviewed: "2026-11-23",
	note: "It is held against the draft of 2026-10-29. That every key signs the directory is only recommended there, so an unsigned one passes; a signature that does not hold is a fault. Keys of kinds that are newer than this check are passed over. Verifiers follow no redirect, so neither does the audit.",
	yieldsTo: ["https"],
	needs: ["botDirectory"],
	evaluate({ botDirectory: seen }) {
		if (seen.state === "absent") return { outcome: "not-applicable", says: none(seen) };
		const { url, value } = seen;
		// A key that is no secret matters more than anything else.
		const fault = value.faults.find(isLeak) ?? value.faults[0];
		if (fault !== undefined) return failing(seen, fault);
		if (value.keys.length === 0)
			return { outcome: "not-applicable", says: `${url} lists keys of no kind that is known to this audit.` };
		return { outcome: "pass", says: `${url} ${sound(value)}`, ...shown(seen) };
	},
});

function none({ url, status }: Absent): string {
	if (status < 300 || status > 399) return "The site publishes no keys of bots of its own.";
	return `${url} redirects, and who verifies signed requests follows no redirect: no keys of bots are published there.`;
}

function sound({ outcome, keys }: BotDirectory): string {
	const lists = `lists ${plainCount(keys.length, "key")}`;
	const whole = keys.filter(({ proof }) => proof === "whole").length;
	if (outcome === "verified") return `${lists}. ${whole === 1 ? "It signs" : "Each of them signs"} the directory.`;
	// The others are of newer kinds.
	if (whole === keys.length) return `${lists} of kinds that are known to this audit, and is signed by all of these.`;
	const count = whole === 0 ? "None signs" : `${whole} of them sign${whole === 1 ? "s" : ""}`;
	return `${lists}. ${count} all of the directory, which the draft recommends and does not require.`;
}

function failing(seen: Found<BotDirectory>, fault: string) {
	const { url, value } = seen;
	const further = value.faults.length > 1 ? `, and ${plainCount(value.faults.length - 1, "further fault")}` : "";
	// Over plain http alone it is the site that lacks https.
	const ownCause = new URL(url).protocol === "https:" || value.faults.length > 1;
	return {
		outcome: "fail",
		says: `${url} is not as Web Bot Auth asks: ${fault.charAt(0).toLowerCase()}${fault.slice(1).replace(/\.$/, "")}${further}.`,
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
			fault: "The private key of a bot can be read by anybody",
			fix: `Take the key out of ${url} and out of use: anyone who has read it can sign as your bot. Make a new one, and publish its public part alone.`,
		};
	if (contentType !== MEDIA_TYPE) return { fix: `Serve ${url} with Content-Type: ${MEDIA_TYPE}` };
	return {
		fix: `Write ${url} anew from the public keys that are in use, with their thumbprints as kid, and sign it for its own host.`,
	};
}

/** Never the file's own text: it may hold a private key. */
function shown({ url, value: { contentType, keys } }: Found<BotDirectory>) {
	const kids = keys.map(({ thumbprint, proof }) => `${thumbprint}${proof === "none" ? "" : " (signs)"}`);
	return {
		exhibits: [
			{ url, at: "Content-Type", excerpt: clip(contentType) },
			...(kids.length > 0 ? [{ url, at: "keys", excerpt: clip(listing(kids, 3)) }] : []),
		],
	};
}
