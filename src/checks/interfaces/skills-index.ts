import { listing, plainCount } from "#core/wording.ts";
import { defineSiteCheck } from "../define-check.ts";
import { clip } from "../shared/exhibits.ts";

export const skillsIndex = defineSiteCheck({
	id: "skills-index",
	pillar: "interfaces",
	engines: ["answers"],
	grade: "draft",
	scored: false,
	atStake: "advice",
	weightReason: "The index is a draft; a skill whose digest is wrong is refused by clients that check it.",
	tableStakes: true,
	title: "The index of agent skills is valid and its digests match",
	fault: "The index of agent skills is not valid",
	consequence: "Agents skip or refuse the skills that you published for them.",
	effort: "small",
	doneBy: "developer",
	why: "A skill is text that an agent will follow. Clients compare its digest before they trust it, and refuse a skill that was changed after the index was written.",
	howToFix: "Write the index at build time, with the SHA-256 of the very bytes that are served.",
	consumer: "Agents that read the agent skills discovery draft",
	reference: "https://github.com/cloudflare/agent-skills-discovery-rfc",
	reviewed: "2026-11-21",
	note: "Version 0.2.0 of the draft is asked for where the index names a $schema; an older index is only asked to be a list. Digests are compared in deep audits, of the first three skills.",
	needs: ["skills"],
	evaluate({ skills: seen }) {
		if (seen.state === "absent")
			return { outcome: "not-applicable", says: `${seen.url} is named, and answers ${seen.status}.` };
		const { url, value } = seen;
		const exhibits = [{ url, at: "beginning", excerpt: clip(value.excerpt) }];
		const [fault, ...more] = value.faults;
		if (fault !== undefined) {
			const further = more.length > 0 ? `, and ${plainCount(more.length, "further fault")}` : "";
			return {
				outcome: "fail",
				says: `${url} is no index of skills as its draft describes it: ${clip(fault, 140).replace(/\.$/, "")}${further}.`,
				fix: `Give every skill in ${url} a name, type, description, url and digest.`,
				exhibits,
			};
		}
		const dead = value.skills.filter(
			({ status }) => status !== null && status >= 400 && status !== 401 && status !== 403,
		);
		const changed = value.skills.filter(
			({ actual, stated }) => actual !== null && stated !== "" && stated !== `sha256:${actual}`,
		);
		const [first] = [...dead, ...changed];
		if (first) {
			const says = [
				...dead.map((skill) => `${skill.url} answers ${skill.status}`),
				...changed.map((skill) => `the digest of "${clip(skill.name, 60)}" is not that of what is served`),
			];
			return {
				outcome: "fail",
				fault: "Skills in the index are gone or were changed",
				says: `${url}: ${listing(says)}.`,
				fix:
					first.actual === null
						? `Serve ${first.url}, or take it out of the index.`
						: `Write for "${clip(first.name, 60)}": "digest": "sha256:${first.actual}"`,
				exhibits: [
					...exhibits,
					...changed
						.slice(0, 3)
						.map((skill) => ({ url: skill.url, at: "digest in the index", excerpt: clip(skill.stated) })),
				],
			};
		}
		const compared = value.skills.filter(({ actual, stated }) => actual !== null && stated !== "").length;
		const digests = compared > 0 ? `; ${plainCount(compared, "digest")} compared, and right` : "";
		return { outcome: "pass", says: `${url} lists ${plainCount(value.skills.length, "skill")}${digests}.`, exhibits };
	},
});
