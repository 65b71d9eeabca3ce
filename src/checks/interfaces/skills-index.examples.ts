import type { CheckExamples } from "../shared/example.ts";

const INDEX = "/.well-known/agent-skills/index.json";
const LINK = `<p><a href="${INDEX}">Skills for agents</a></p>`;
const index = (parts: Readonly<Record<string, unknown>> = {}) =>
	JSON.stringify({
		$schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
		skills: [
			{
				name: "estimate-repair",
				type: "skill-md",
				description: "How to ask us for the estimate of a repair.",
				url: "estimate-repair/SKILL.md",
				digest: `sha256:${"0".repeat(64)}`,
				...parts,
			},
		],
	});

export const skillsIndexExamples: CheckExamples = {
	check: "skills-index",
	examples: [
		{ name: "An index as the draft has it", outcome: "pass", body: LINK, files: { [INDEX]: index() } },
		{
			name: "An index from before digests",
			outcome: "pass",
			body: LINK,
			files: {
				[INDEX]: JSON.stringify({ skills: [{ name: "estimate", description: "Estimates.", files: ["SKILL.md"] }] }),
			},
		},
		{ name: "A skill without digest", outcome: "fail", body: LINK, files: { [INDEX]: index({ digest: undefined }) } },
		{
			name: "A name with spaces",
			outcome: "fail",
			body: LINK,
			files: { [INDEX]: index({ name: "Estimate a repair" }) },
		},
		{ name: "A site without skills", outcome: "not-applicable" },
	],
};
