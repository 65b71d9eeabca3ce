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
	weightReason: "The index is a draft. Clients that check digests reject a skill with a wrong one.",
	tableStakes: true,
	title: "The index of agent skills is valid and its digests match",
	fault: "The index of agent skills is not valid",
	consequence: "Agents skip or reject the skills that you publish for them.",
	hours: 1,
	doneBy: "developer",
	why: "A skill is a text with instructions for an agent. Clients compare its digest (a fingerprint of the file) before they trust it, and reject a skill that has changed since the index was written.",
	howToFix: "Generate the index when you build the site, with the SHA-256 of the exact files that you serve.",
	consumer: "Agents that read the agent skills discovery draft",
	reference: "https://github.com/cloudflare/agent-skills-discovery-rfc",
	reviewed: "2026-11-21",
	note: "If the index has a $schema, we require version 0.2.0 of the draft. An older index only has to be a list. In deep audits, we compare the digests of the first 3 skills.",
	needs: ["skills"],
	evaluate({ skills: seen }) {
		if (seen.state === "absent")
			return { outcome: "not-applicable", says: `${seen.url} is listed but returns ${seen.status}.` };
		const { url, value } = seen;
		const exhibits = [{ url, at: "beginning", excerpt: clip(value.excerpt) }];
		const [fault, ...more] = value.faults;
		if (fault !== undefined) {
			const further = more.length > 0 ? `, and ${plainCount(more.length, "more fault")}` : "";
			return {
				outcome: "fail",
				says: `${url} is not a valid skills index: ${clip(fault, 140).replace(/\.$/, "")}${further}.`,
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
				...dead.map((skill) => `${skill.url} returns ${skill.status}`),
				...changed.map((skill) => `the digest of "${clip(skill.name, 60)}" does not match the file`),
			];
			return {
				outcome: "fail",
				fault: "Skills in the index are gone or have changed",
				says: `${url}: ${listing(says)}.`,
				fix:
					first.actual === null
						? `Serve ${first.url}, or remove it from the index.`
						: `Set for "${clip(first.name, 60)}": "digest": "sha256:${first.actual}"`,
				exhibits: [
					...exhibits,
					...changed
						.slice(0, 3)
						.map((skill) => ({ url: skill.url, at: "digest in the index", excerpt: clip(skill.stated) })),
				],
			};
		}
		const compared = value.skills.filter(({ actual, stated }) => actual !== null && stated !== "").length;
		const digests =
			compared > 0
				? `. We compared ${plainCount(compared, "digest")}, and ${compared === 1 ? "it matches" : "all match"}`
				: "";
		return { outcome: "pass", says: `${url} lists ${plainCount(value.skills.length, "skill")}${digests}.`, exhibits };
	},
});
