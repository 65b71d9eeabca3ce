import * as z from "zod";
import { CHECKS } from "#checks/registry.ts";
import { accessReportSchema } from "#core/access/access-report.ts";
import { auditRequestSchema, compareRequestSchema, domainSchema, simulateRequestSchema } from "#core/audit-request.ts";
import { auditResultSchema, type Comparison, comparisonSchema, unauditedSchema } from "#core/audit-result.ts";
import { cliCommand, NO_DOMAIN, REFUSAL } from "#core/brand.ts";
import { briefRequestSchema } from "#core/brief-document.ts";
import { Failure } from "#core/failure.ts";
import { occurrenceFilterSchema, occurrencePageSchema } from "#core/occurrence.ts";
import { RECEIPT_ID } from "#core/receipt.ts";
import { rehearsalSummary, TASKS } from "#core/rehearsal.ts";
import { type Simulation, simulateResponseSchema } from "#core/simulation.ts";
import { parseTarget, type Target } from "#core/target.ts";
import { occurrenceWords } from "#receipts/store/occurrence-page.ts";
import { accessMarkdown } from "#site/access/access-tables.ts";
import { refusedOf } from "#site/access/access-words.ts";
import { compareResults, toAuditResult, toUnaudited } from "#site/brief/audit-result.ts";
import { buildBrief } from "#site/brief/brief.ts";
import { briefContent, briefMarkdown } from "#site/brief/brief-content.ts";
import { checkExplanationSchema, explainCheck } from "#site/checks/check-explanation.ts";
import { SHARED_WORDS } from "#tools/catalog.ts";
import { ownWords, quoting } from "#tools/tool-answer.ts";
import { TOOL_TITLES } from "#tools/tool-titles.ts";
import { REPAIR_TOOLS } from "./repair-tools.ts";
import {
	type HostedAudit,
	hostedBriefSchema,
	hostedHealthSchema,
	type ServedTool,
	type ToolHost,
} from "./tool-host.ts";

const REPORTS = "Findings list what fails or is unknown; `explain` gives details about a check.";

/** Drops the schema's name, so that its members are at the root, where clients expect them. */
function atRoot<Shape extends z.ZodRawShape>({ shape }: z.ZodObject<Shape>) {
	return z.strictObject(shape);
}

const auditDomain = {
	title: TOOL_TITLES.audit_domain,
	description: `${SHARED_WORDS.audit_domain} and returns its scores, what to fix first and the evidence. Needs the site's domain. The result quotes the audited site. ${REPORTS}`,
	input: auditRequestSchema.pick({ domain: true }),
	output: auditResultSchema,
	openWorld: true,
	countsAs: "audit",
	async run({ domain }: { domain: string }, host: ToolHost, signal: AbortSignal) {
		const audit = await host.audit(parseTarget(domain), signal);
		const result = resultOf(audit, host);
		return quoting([result.domain], briefText(audit, host), result);
	},
} satisfies ServedTool;

const briefOutput = z.discriminatedUnion("ok", [
	z.strictObject({ ok: z.literal(true), brief: hostedBriefSchema, refusal: z.string() }),
	unauditedSchema,
]);

/** Site servers have no browser for callers. */
export function isServedBy(host: Partial<ToolHost>, { needs }: ServedTool): boolean {
	return needs === undefined || host[needs] !== undefined;
}

const rehearseInput = z.strictObject({
	domain: domainSchema,
	tasks: z
		.array(z.enum(TASKS))
		.max(TASKS.length)
		.default([])
		.describe("What to try; by default the tasks of the site's kind."),
});
const rehearseOutput = z.strictObject({
	domain: z.string(),
	ok: z.literal(true),
	digest: z.string().describe("SHA-256 of the journeys: the same site gives the same digest."),
	journeys: z.array(
		z.strictObject({
			task: z.string(),
			outcome: z.enum(["done", "stopped", "blocked", "not-offered"]),
			says: z.string(),
			step: z.int().optional().describe("The one that fails."),
			page: z.string().optional(),
			barrier: z.string().optional(),
			fix: z.string().optional(),
			check: z.string().optional().describe("Id of a check, for `explain`."),
		}),
	),
	refusal: z.string(),
});

const rehearse = {
	title: "Rehearse tasks",
	description:
		"Lets an agent without a model try to do business on a public website, such as to find a price, fill in the contact form or order, and names the step that stops it. Nothing is sent or ordered. Takes up to a minute for each task.",
	input: rehearseInput,
	output: rehearseOutput,
	openWorld: true,
	countsAs: "audit",
	needs: "rehearse",
	async run(
		{ domain, tasks }: z.infer<typeof rehearseInput>,
		host: ToolHost,
		signal: AbortSignal,
		onProgress: (words: string) => void,
	) {
		const target = parseTarget(domain);
		if (!host.rehearse) throw new Failure("input-invalid", { what: "This server does not rehearse." });
		const rehearsal = await host.rehearse(target, tasks, signal, onProgress);
		const journeys = rehearsal.journeys.map(({ task, outcome, says, stop }) => {
			const { step, page, barrier, fix, check } = stop ?? {};
			return { task, outcome, says, step, page, barrier, fix, check };
		});
		const { digest } = rehearsal;
		return quoting([target.host], rehearsalSummary(rehearsal), {
			ok: true,
			domain: target.host,
			digest,
			journeys,
			refusal: REFUSAL,
		});
	},
} satisfies ServedTool;

const snippetInput = z.strictObject({ domain: domainSchema.optional() });
const snippetOutput = z.strictObject({ command: z.string().describe("Run it in a shell."), refusal: z.string() });

const accessInput = z.strictObject({
	domain: domainSchema,
	files: z
		.array(z.string().min(1).max(4096))
		.max(100)
		.default([])
		.describe(
			"Log files on the machine of a server over stdio: plain, .gz or .zst, or patterns. Leave it out over HTTP.",
		),
	proxies: z
		.number()
		.int()
		.min(0)
		.max(9)
		.default(0)
		.describe("How many proxies of the owner's each request passes; the client is then read from X-Forwarded-For."),
});

const { period, lines, people, changes, engines } = accessReportSchema.shape;
const { token, vendor, role, refused } = accessReportSchema.shape.bots.element.shape;
const requests = z.number().int();
const accessOutput = z.strictObject({
	ok: z.literal(true),
	domain: z.string(),
	...{ period, lines, people },
	bots: z.array(
		z.strictObject({
			...{ token, vendor, role },
			verified: requests.describe("Requests from addresses of the bot's vendor."),
			pages: requests.describe("Of the verified ones: requests for pages that succeeded."),
			refused: requests.describe("Of the verified ones: 401, 402, 403 and 429."),
			failed: requests.describe("Of the verified ones: errors of the server."),
			spoofed: requests.describe("Requests that name the bot, from addresses that are not the vendor's."),
			unverifiable: requests,
			refusedAt: refused,
		}),
	),
	changes,
	engines: engines.describe("Beside the owner's newest audit; absent without one."),
	refusal: z.string(),
});

const verifyInput = z.strictObject({
	address: z
		.url({ protocol: /^https?$/ })
		.describe("Address of a receipt, badge, seal, brief or share page of a Sightline site."),
	keys: z.array(z.string()).max(16).default([]).describe("Public keys of the log, if you know them: name+id+base64."),
	trustSiteKey: z
		.boolean()
		.default(false)
		.describe("If no key is known, use the site's own key; this shows only that the site agrees with itself."),
});
const verifyOutput = z.strictObject({
	verdict: z.enum(["proved", "self-consistent", "sample", "undecided", "disproved"]),
	receipt: z.string().describe("SHA-256 of the receipt, hex."),
	content: z.record(z.string(), z.unknown()).optional().describe("What the receipt says."),
	log: z.record(z.string(), z.unknown()).optional().describe("What the log's signature covers."),
	steps: z.array(z.strictObject({ id: z.string(), state: z.enum(["proved", "disproved", "open"]), says: z.string() })),
	notProved: z.array(z.strictObject({ says: z.string(), command: z.string().optional() })),
	notices: z.array(z.string()),
	sources: z.array(z.strictObject({ what: z.string(), from: z.string(), fetched: z.boolean() })),
});

const occurrencesInput = z.strictObject({
	domain: domainSchema,
	receipt: z.string().regex(RECEIPT_ID).optional().describe("Id of a receipt (default: the domain's newest)."),
	...occurrenceFilterSchema.shape,
});

const explainInput = z.strictObject({
	check: z.string().max(80).optional().describe("Id of a check, as in findings; without it, all checks are listed."),
});
const explainOutput = z.strictObject({
	checks: z
		.array(z.strictObject({ id: z.string(), pillar: z.string(), title: z.string() }))
		.optional()
		.describe("All checks, if you did not name one."),
	check: checkExplanationSchema.optional(),
});

export const SERVED_TOOLS: Readonly<Record<string, ServedTool>> = {
	audit_domain: auditDomain,
	Service_Scanner: {
		...auditDomain,
		description: `${SHARED_WORDS.Service_Scanner}. ${REPORTS}`,
	},
	brief: {
		title: "Write an executive brief",
		description:
			"Audits a public site and writes the executive brief: the verdict, what to fix first, and what it gains. Needs the site's domain. The result quotes the audited site.",
		input: atRoot(briefRequestSchema),
		output: briefOutput,
		openWorld: true,
		countsAs: "brief",
		async run({ domain, agencyName }: z.infer<typeof briefRequestSchema>, host: ToolHost, signal: AbortSignal) {
			const { audit, brief } = await host.brief(parseTarget(domain), agencyName, signal);
			const { receipt } = audit.stored;
			const text = briefText(audit, host, agencyName);
			const data = brief ? { ok: true, brief, refusal: REFUSAL } : toUnaudited(receipt);
			return quoting([receipt.domain], text, data);
		},
	},
	compare_domains: {
		title: TOOL_TITLES.compare_domains,
		description: `${SHARED_WORDS.compare_domains} and returns both results with the difference of scores, axes and pillars: A minus B. Needs 2 different domains. The result quotes the audited sites. ${REPORTS}`,
		input: atRoot(compareRequestSchema),
		output: comparisonSchema,
		openWorld: true,
		countsAs: "compare",
		async run({ domainA, domainB }: z.infer<typeof compareRequestSchema>, host: ToolHost, signal: AbortSignal) {
			const targets = [parseTarget(domainA), parseTarget(domainB)] as const;
			if (targets[0].host === targets[1].host)
				throw new Failure("input-invalid", {
					what: `Both are ${targets[0].host}.`,
					todo: "Name 2 different hosts.",
				});
			const [a, b] = await auditBoth(targets, host, signal);
			const comparison = compareResults(a, b);
			return quoting([a.domain, b.domain], comparisonText(comparison), comparison);
		},
	},
	simulate_lift: {
		title: TOOL_TITLES.simulate_lift,
		description: `${SHARED_WORDS.simulate_lift}, and the order that gains most. Needs the site's domain. The result is an estimate, not a promise.`,
		input: atRoot(simulateRequestSchema),
		output: simulateResponseSchema,
		openWorld: true,
		countsAs: "simulate",
		async run({ domain, fixes }: z.infer<typeof simulateRequestSchema>, host: ToolHost, signal: AbortSignal) {
			const audit = await host.audit(parseTarget(domain), signal);
			const { receipt } = audit.stored;
			if (!receipt.scores) return quoting([receipt.domain], toUnaudited(receipt).error, toUnaudited(receipt));
			const simulation = host.simulate(audit, fixes);
			const about = { domain: receipt.domain, methodology: receipt.methodology };
			const data = {
				ok: true,
				...about,
				auditedAt: audit.auditedAt ?? receipt.auditedAt,
				...simulation,
				refusal: REFUSAL,
			};
			return quoting([receipt.domain], simulationText(simulation), data);
		},
	},
	get_health: {
		title: TOOL_TITLES.get_health,
		description: `${SHARED_WORDS.get_health} and returns the answer: version, methodology, and the state of its store, log and schedule. Needs no input and changes nothing.`,
		input: z.strictObject({}),
		output: hostedHealthSchema,
		openWorld: false,
		countsAs: "health",
		async run(_input: unknown, host: ToolHost) {
			const health = await host.health();
			const parts = Object.entries(health.checks).map(([name, part]) => `${name}: ${JSON.stringify(part)}`);
			const about = `Status ${health.status}, version ${health.version}, methodology ${health.methodology}.`;
			return ownWords([about, ...parts].join("\n"), health);
		},
	},
	get_cli_snippet: {
		title: TOOL_TITLES.get_cli_snippet,
		description: "Returns the command that repeats an audit on your own machine. Takes the domain for the command.",
		input: snippetInput,
		output: snippetOutput,
		openWorld: false,
		async run({ domain }: z.infer<typeof snippetInput>, { program }: ToolHost) {
			const command = cliCommand(program, domain === undefined ? NO_DOMAIN : parseTarget(domain).host);
			return ownWords(command, { command, refusal: REFUSAL });
		},
	},
	verify_receipt: {
		title: "Verify a receipt",
		description:
			"Checks that a published receipt is in its log, unchanged and signed, and that its score follows from its methodology. Needs the address of a receipt, badge, seal or share page. Also says what is not proved.",
		input: verifyInput,
		output: verifyOutput,
		openWorld: true,
		// Sends requests to other servers, like an audit.
		countsAs: "audit",
		async run({ address, keys, trustSiteKey }: z.infer<typeof verifyInput>, host: ToolHost, signal: AbortSignal) {
			const found = await host.verify({ subject: address, keys, trustSiteKey, signal });
			const steps = found.steps.map(({ state, says }) => `${state}: ${says}`);
			const limits = found.notProved.map(({ says }) => `Not proved: ${says}`);
			const text = [`Verdict: ${found.verdict}`, ...steps, ...limits, ...found.notices].join("\n");
			return quoting([new URL(address).host], text, found);
		},
	},
	list_occurrences: {
		title: "List every place of a fault",
		description:
			"Lists every place of every fault in a saved audit of several pages, with page, line and column: for one check, one page, or all, in parts. Needs the domain; takes the id of a receipt (default: the newest). The result quotes the audited site.",
		input: occurrencesInput,
		output: atRoot(occurrencePageSchema),
		openWorld: false,
		countsAs: "occurrences",
		async run({ domain, receipt, ...filter }: z.infer<typeof occurrencesInput>, host: ToolHost) {
			const part = await host.occurrences(parseTarget(domain), receipt, filter);
			return quoting([part.domain], occurrenceWords(part), { ok: true, ...part, refusal: REFUSAL });
		},
	},
	explain: {
		title: "Explain a check",
		description:
			"Explains a check: what it tests, why, its weight, how to pass it and its sources, with examples. Takes the id of a check as in findings; without it, lists all checks.",
		input: explainInput,
		output: explainOutput,
		openWorld: false,
		async run({ check }: z.infer<typeof explainInput>) {
			if (check === undefined) {
				const checks = CHECKS.map(({ id, pillar, title }) => ({ id, pillar, title }));
				return ownWords(checks.map(({ id, title }) => `${id}: ${title}`).join("\n"), { checks });
			}
			const found = await explainCheck(check);
			const { title, fault, why, howToFix, weight, scored, reference } = found;
			const weighs = scored ? `Weight ${weight}.` : "Not scored.";
			return ownWords([`${title}. ${weighs}`, `Fault: ${fault}`, why, howToFix, reference].join("\n"), {
				check: found,
			});
		},
	},
	bot_access: {
		title: "Show what each bot received",
		description:
			"Says from a site's server logs which bots of search engines and assistants came, whether their addresses are the vendor's, what they got, who was refused, who stopped coming. Over stdio it reads log files on this machine; over HTTP it shows what the signed-in owner of the domain has sent. No address and no query is in the answer. Paths in it are what clients asked for.",
		input: accessInput,
		output: accessOutput,
		openWorld: false,
		countsAs: "occurrences",
		async run({ domain, ...asked }: z.infer<typeof accessInput>, host: ToolHost) {
			const report = await host.access(parseTarget(domain), asked);
			const { engines, changes, period, lines, people } = report;
			const bots = report.bots.map(({ token, vendor, role, refused, verified, spoofed, unverifiable }) => ({
				...{ token, vendor, role },
				verified: verified?.requests ?? 0,
				pages: verified?.pages ?? 0,
				refused: verified ? refusedOf(verified) : 0,
				failed: verified?.serverErrors ?? 0,
				...{ spoofed: spoofed?.requests ?? 0, unverifiable: unverifiable?.requests ?? 0 },
				refusedAt: refused,
			}));
			const found = { domain: report.domain, ...(period && { period }), lines, people, bots, changes };
			const data = { ok: true, ...found, ...(engines && { engines }), refusal: REFUSAL };
			return quoting([report.domain], accessMarkdown(report), data);
		},
	},
	rehearse,
	...REPAIR_TOOLS,
};

/** If one fails, does not wait for the other. */
async function auditBoth([a, b]: readonly [Target, Target], host: ToolHost, signal: AbortSignal) {
	const failing = new AbortController();
	const either = AbortSignal.any([signal, failing.signal]);
	const audit = async (target: Target) => resultOf(await host.audit(target, either), host);
	try {
		return await Promise.all([audit(a), audit(b)]);
	} catch (error) {
		failing.abort(error);
		throw error;
	}
}

function resultOf({ stored, ...place }: HostedAudit, { baseUrl, program }: ToolHost) {
	return toAuditResult(stored, { baseUrl, program, ...place });
}

function briefText({ stored, state, logIndex }: HostedAudit, { baseUrl }: ToolHost, agencyName = ""): string {
	const brief = buildBrief(stored, { baseUrl, agencyName, logIndex });
	return briefMarkdown(briefContent(brief, state === "unsaved" ? state : brief.receipt.state));
}

function comparisonText(comparison: Comparison): string {
	const { a, b } = comparison;
	if (!comparison.ok) return comparison.error;
	const { overallScore, pillars } = comparison.difference;
	const rows = pillars.map(({ label, a: left, b: right }) => `${label}: A ${left ?? "–"}, B ${right ?? "–"}`);
	const scores = `Overall: A ${comparison.a.overallScore}, B ${comparison.b.overallScore}, A minus B ${overallScore}`;
	return [`A is ${a.domain}, B is ${b.domain}.`, scores, ...rows].join("\n");
}

function simulationText({ current, simulated, sequence }: Simulation): string {
	const steps = sequence.map(({ id, fix, score }, index) => `${index + 1}. ${id}: score ${score} after this. ${fix}`);
	return [`Now ${current} of 100, ${simulated} with these fixes. In the best order:`, ...steps].join("\n");
}
