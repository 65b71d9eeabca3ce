import type { AuditFailureCode } from "#core/failure.ts";

/** What it means that an audit over the network ended with this code, one sentence each. */
export const FAILURE_MEANINGS: Readonly<Record<AuditFailureCode, string>> = {
	"name-not-found": "The DNS knows no address for the name.",
	"name-lookup-failed": "The name servers of the domain did not answer.",
	"target-blocked": "The name, or an address that it leads to, is not on the public Internet.",
	"connection-refused": "Nothing listens where the site should be.",
	"connection-failed": "The connection broke before an answer came.",
	"connection-timeout": "The server did not take the connection in time.",
	"tls-invalid": "Browsers would not trust the certificate.",
	"request-unsendable": "An address of the site holds something that HTTP cannot carry.",
	"headers-timeout": "The server took the connection and did not begin to answer in time.",
	"headers-too-large": "The header of the answer goes beyond what we read.",
	"http-malformed": "The answer breaks the rules of HTTP.",
	"redirect-blocked": "A redirect leads to where no public site is.",
	"redirect-limit": "The home page lies behind more redirects than browsers follow.",
	"redirect-loop": "The redirects of the home page lead back to themselves.",
	"robots-refused": "The site's robots.txt refuses our bot.",
	"wait-requested": "The site answered that it is busy, or that we are to come back later.",
	challenged: "The site showed a challenge for people in place of its page.",
	"request-budget": "The audit used up the requests that it allows itself.",
	"body-too-large": "The page is larger than what we read.",
	"body-undecodable": "The page is not compressed as its header says, or ends too early.",
	"not-html": "The home page is not HTML.",
	"page-too-complex": "The page is nested deeper than we can read.",
	"deadline-exceeded": "The time for the audit was used up before the home page was there.",
	"evidence-thin": "Too little of the site could be looked at for a score.",
};
