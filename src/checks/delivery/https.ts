import type { FailureCode } from "#core/failure.ts";
import type { Verdict } from "#core/verdict.ts";
import type { EvidenceMap } from "#evidence/evidence-map.ts";
import { defineSiteCheck } from "../define-check.ts";

const REASONS: Readonly<Record<string, string>> = {
	CERT_HAS_EXPIRED: "it has expired",
	CERT_NOT_YET_VALID: "it is not valid yet",
	CERT_REVOKED: "it was revoked",
	DEPTH_ZERO_SELF_SIGNED_CERT: "it is self-signed",
	ERR_TLS_CERT_ALTNAME_INVALID: "it belongs to a different name",
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
		"Browsers and most programs refuse a site whose certificate they cannot trust, so they see nothing else of it.",
	tableStakes: true,
	title: "The site has a trusted certificate (HTTPS)",
	fault: "The site has no trusted certificate, so browsers warn visitors",
	problem: "browsers or crawlers do not trust the connection to your site",
	consequence: "Browsers warn visitors that your site is not secure, and crawlers and apps may refuse to read it.",
	hours: 2,
	doneBy: "host",
	why: "A browser shows a full-page warning instead of a site that it cannot trust. Agents and crawlers give up at the same point.",
	howToFix:
		"Install a certificate for your domain from a public certificate authority, with its intermediate certificates, and renew it automatically.",
	consumer: "browsers, Googlebot, Bingbot, AI agents",
	reference: "https://www.rfc-editor.org/rfc/rfc9110#section-4.3.4",
	reviewed: "2026-11-28",
	note: "If the server leaves out its intermediate certificate, browsers load it from the address in the certificate, so visitors see no warning. Most programs do not, so the site loses half of the points, and the score is not capped.",
	needs: ["https"],
	evaluate({ https: seen }, { target }) {
		if (seen.state === "absent") {
			return { outcome: "unknown", says: `We could not see the certificate of ${target.host} (${seen.status}).` };
		}
		return judgeTls(target.url, seen.value);
	},
});

function judgeTls(url: string, { state, reason = "", protocol, validTo }: EvidenceMap["https"]): Verdict {
	if (state === "valid") {
		const until = validTo ? `, valid until ${validTo.slice(0, 10)}` : "";
		return {
			outcome: "pass",
			says: `${url} has a trusted certificate${until}${protocol ? ` (${protocol})` : ""}.`,
		};
	}
	if (NO_CONNECTION.has(reason)) {
		return {
			outcome: "fail",
			fault: "The site does not respond over HTTPS",
			says: `${url} does not accept a connection (${reason}). The site responds only without encryption.`,
			fix: `Serve the site at ${url} with a certificate for ${new URL(url).hostname} from a public certificate authority.`,
		};
	}
	if (reason === "incomplete-chain") {
		return {
			outcome: "partial",
			ratio: 0.5,
			fault: "The server does not send its intermediate certificate",
			says: `${url} sends its certificate without the intermediate certificate that proves it. Browsers load that themselves, so visitors notice nothing. Crawlers and other programs that do not load it cannot connect.`,
			fix: `Install the full chain for ${new URL(url).hostname}: its certificate, then the intermediate certificates of its issuer (many tools call this file "fullchain.pem").`,
			exhibits: [{ url, at: "certificate", excerpt: reason }],
		};
	}
	const why = REASONS[reason] ?? "it cannot be verified";
	const until = validTo ? `. It expires on ${validTo.slice(0, 10)}` : "";
	return {
		outcome: "fail",
		says: `The certificate of ${url} is not trusted: ${why}${reason ? ` (${reason})` : ""}${until}.`,
		fix: `Install a certificate from a public authority for ${new URL(url).hostname}, with its intermediate certificates.`,
		exhibits: reason ? [{ url, at: "certificate", excerpt: reason }] : [],
	};
}
