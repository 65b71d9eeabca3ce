import type { FailureCode } from "#core/failure.ts";
import type { Verdict } from "#core/verdict.ts";
import type { EvidenceMap } from "#evidence/evidence-map.ts";
import { defineSiteCheck } from "../define-check.ts";

const REASONS: Readonly<Record<string, string>> = {
	CERT_HAS_EXPIRED: "it has expired",
	CERT_NOT_YET_VALID: "it is not valid yet",
	CERT_REVOKED: "it was revoked",
	DEPTH_ZERO_SELF_SIGNED_CERT: "the site signed it itself",
	ERR_TLS_CERT_ALTNAME_INVALID: "it is made out to another name",
	SELF_SIGNED_CERT_IN_CHAIN: "its issuer is not a public authority",
	UNABLE_TO_GET_ISSUER_CERT: "its issuer's certificate is missing",
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "its issuer is unknown",
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its issuer is unknown, and the certificate does not say where to find it",
};

const NO_CONNECTION: ReadonlySet<string> = new Set<FailureCode>([
	"connection-failed",
	"connection-refused",
	"connection-timeout",
	"tls-invalid",
]);

export const https = defineSiteCheck({
	id: "https",
	pillar: "delivery",
	engines: ["search", "answers"],
	grade: "standard",
	atStake: "page",
	weightReason:
		"Browsers and most clients refuse a site whose certificate they cannot trust; nothing else is seen then.",
	tableStakes: true,
	title: "The site answers over HTTPS with a trusted certificate",
	fault: "The site has no trusted certificate",
	consequence: "Browsers warn visitors that your site is not secure, or crawlers and apps turn away from it.",
	effort: "small",
	doneBy: "host",
	why: "A browser shows a full-page warning in place of a site that it cannot trust, and agents and crawlers give up at the same point.",
	howToFix:
		"Install a certificate for the site's name from a public authority, with its chain, and renew it automatically.",
	consumer: "browsers, Googlebot, Bingbot, AI agents",
	reference: "https://www.rfc-editor.org/rfc/rfc9110#section-4.3.4",
	reviewed: "2026-11-28",
	note: "Where the server leaves out its intermediate certificate, browsers load it from the address that the certificate names, so visitors see no warning; most programs do not, so the half of the points is lost and no cap applies.",
	needs: ["https"],
	evaluate({ https: seen }, { target }) {
		if (seen.state === "absent") {
			return { outcome: "unknown", says: `The certificate of ${target.host} was not seen (${seen.status}).` };
		}
		return judgeTls(target.url, seen.value);
	},
});

function judgeTls(url: string, { state, reason = "", protocol, validTo }: EvidenceMap["https"]): Verdict {
	if (state === "valid") {
		const until = validTo ? `, valid until ${validTo.slice(0, 10)}` : "";
		return {
			outcome: "pass",
			says: `${url} answers with a trusted certificate${until}${protocol ? ` (${protocol})` : ""}.`,
		};
	}
	if (NO_CONNECTION.has(reason)) {
		return {
			outcome: "fail",
			fault: "The site does not answer over HTTPS",
			says: `${url} cannot be connected to (${reason}); the site answers without encryption only.`,
			fix: `Serve the site at ${url} with a certificate for ${new URL(url).hostname} from a public authority.`,
		};
	}
	if (reason === "incomplete-chain") {
		return {
			outcome: "partial",
			ratio: 0.5,
			fault: "The server does not send its intermediate certificate",
			says: `${url} sends a certificate without the intermediate one that proves it. Browsers load it themselves, so visitors notice nothing; crawlers and other programs that do not are refused.`,
			fix: `Install the whole chain for ${new URL(url).hostname}: its certificate, then the intermediate certificates of its issuer ("fullchain.pem" of many tools).`,
			exhibits: [{ url, at: "certificate", excerpt: reason }],
		};
	}
	const why = REASONS[reason] ?? "it cannot be verified";
	const until = validTo ? `; it ends on ${validTo.slice(0, 10)}` : "";
	return {
		outcome: "fail",
		says: `The certificate of ${url} is not trusted: ${why}${reason ? ` (${reason})` : ""}${until}.`,
		fix: `Install a certificate from a public authority for ${new URL(url).hostname}, with its intermediate certificates.`,
		exhibits: reason ? [{ url, at: "certificate", excerpt: reason }] : [],
	};
}
