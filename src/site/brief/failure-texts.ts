import type { AuditFailureCode, FailureCode } from "#core/failure.ts";

const CHECK_ADDRESS = "Check the spelling of the domain, then audit it again.";
const CHECK_SERVER = "Check that the site is up and reachable from outside your own network, then audit it again.";
const LET_US_IN =
	"Allow SightlineBot in your firewall or bot protection, or audit a built copy of the site from a folder.";
const OUR_SIDE = "This is on our side: run the audit again, and report it if it stays.";

/** What the owner of a site can do about an audit that gave no score. */
const ADVICE: Readonly<Record<FailureCode, string>> = {
	"input-invalid": CHECK_ADDRESS,
	"target-invalid": CHECK_ADDRESS,
	"target-blocked": "Audit a public host name. A site that is not public yet can be audited from a folder.",
	"removal-asked": "The owner has asked for this domain not to be audited here any more.",
	"redirect-blocked": "Let the home page redirect to public addresses only, then audit it again.",
	"redirect-limit": "Shorten the chain of redirects before the home page, then audit it again.",
	"redirect-loop": "Break the loop: each redirect must lead to a page that answers, then audit it again.",
	"name-not-found": "Check the domain's name and its DNS records, then audit it again.",
	"name-lookup-failed": "Check the domain's name servers; if they are well, audit it again later.",
	"connection-refused": CHECK_SERVER,
	"connection-failed": CHECK_SERVER,
	"connection-timeout": CHECK_SERVER,
	"headers-timeout": "Find out why the first answer takes so long, then audit it again.",
	"deadline-exceeded": "Find out why the site answers so slowly, then audit it again.",
	"request-unsendable": "Write addresses and identifiers in visible ASCII, then audit the site again.",
	"http-malformed": "Find out which server or proxy writes an answer that breaks HTTP, then audit it again.",
	"headers-too-large": "Send fewer or shorter response headers; large cookies are the usual cause.",
	"body-too-large": "Bring the size of the home page down to a few megabytes of HTML, then audit it again.",
	"body-undecodable": "Check the Content-Encoding header against what the server sends, then audit it again.",
	"tls-invalid": "Renew or repair the certificate, then audit it again.",
	"robots-refused": "If you want an audit, remove the SightlineBot group from robots.txt.",
	"wait-requested": "The site asked us to come back later. Audit it again when it is less busy.",
	challenged: LET_US_IN,
	"request-budget": OUR_SIDE,
	"page-too-complex": "Flatten the page's markup: it is nested deeper than readers of HTML follow.",
	"not-html": "Serve the home page as HTML with the media type text/html, then audit it again.",
	"evidence-thin": "Let SightlineBot fetch the home page and the files it links to, then audit it again.",
	"folder-unreadable": "Give the folder with the built site, with an index.html in it, then audit it again.",
	"not-in-folder": "Audit the public site to have this looked at: a folder holds the files of one host only.",
	"browser-missing": "Install Chrome or Chromium, or set CHROME_PATH to one, and audit the site again in deep mode.",
	"browser-failed": "Run the audit as a user other than root, or set CHROME_PATH to another Chrome or Chromium.",
	"receipt-invalid": OUR_SIDE,
	"receipt-conflict": OUR_SIDE,
	"evidence-missing": OUR_SIDE,
	"store-unavailable": OUR_SIDE,
	overloaded: "Ask again in a minute: more audits were asked for than fit at once.",
	"shutting-down": "Ask again in a minute: the service was being restarted.",
	"store-busy": OUR_SIDE,
	"log-malformed": OUR_SIDE,
	"log-inconsistent": OUR_SIDE,
	"log-changed": OUR_SIDE,
	"signing-key": OUR_SIDE,
	"signature-invalid": OUR_SIDE,
	"signature-missing": OUR_SIDE,
	"proof-wrong": OUR_SIDE,
	"ed25519-missing": OUR_SIDE,
	"not-fetched": OUR_SIDE,
	"publish-conflict": OUR_SIDE,
	"publish-refused": OUR_SIDE,
	"publish-unreachable": OUR_SIDE,
	"mail-unsent": OUR_SIDE,
	"webhook-refused": OUR_SIDE,
};

export function failureAdvice(code: FailureCode): string {
	return ADVICE[code];
}

/** How the last sentence of a failure begins that tells the reader what to do. */
const ADVICE_AT_END =
	/ ((?:Allow|Ask|Audit|Check|Correct|Find|Flatten|Give|Install|Let|Look|Make|Name|Remove|Repair|Run|See|Send|Serve|Try|Use|Wait|Write) (?:[^.]|\.(?!\s|$))*\.)$/;

/**
 * A failure's words in two: what came back, and what to do about it, neither of them twice.
 * @param says as the receipt has it: what happened, why, what to do
 */
export function failureParts(code: FailureCode, says: string): { readonly says: string; readonly advice: string } {
	const [end, todo] = ADVICE_AT_END.exec(says) ?? [];
	if (end === undefined || todo === undefined) return { says, advice: failureAdvice(code) };
	return { says: says.slice(0, -end.length), advice: todo };
}

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
