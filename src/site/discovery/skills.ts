import { createHash } from "node:crypto";
import type { SkillsIndex } from "#core/discovery/agent-catalogs.ts";
import type { Installation } from "../installation.ts";
import { auditSiteSkill } from "./skills/audit-site.ts";
import { verifyReceiptSkill } from "./skills/verify-receipt.ts";

/** What an agent can learn to do here. */
export interface Skill {
	/** Lower case, words joined by hyphens; its folder. */
	readonly name: string;
	/** What it does and when to use it: one line. */
	readonly description: string;
	/** What people say who need it: two or three. */
	readonly queries: readonly string[];
	/** The steps as Markdown, in what this installation has. */
	steps(installation: Installation): string;
}

export const SKILLS: readonly Skill[] = [auditSiteSkill, verifyReceiptSkill];

/** Below the site's address. */
const FOLDER = "/.well-known/agent-skills";

export function skillAddress({ baseUrl }: Installation, { name }: Pick<Skill, "name">): string {
	return `${baseUrl}${FOLDER}/${name}/SKILL.md`;
}

/** A skill as a file (agentskills.io): what it is, then how it goes. */
export function skillText(installation: Installation, skill: Skill): string {
	const { name, description } = skill;
	return `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\n\n${skill.steps(installation).trim()}\n`;
}

/** The index of all skills, with the digests of their files. */
export function skillsIndex(installation: Installation): SkillsIndex {
	return {
		$schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
		skills: SKILLS.map((skill) => ({
			name: skill.name,
			type: "skill-md",
			description: skill.description,
			url: skillAddress(installation, skill),
			digest: `sha256:${createHash("sha256").update(skillText(installation, skill)).digest("hex")}`,
		})),
	};
}
