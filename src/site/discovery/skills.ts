import { createHash } from "node:crypto";
import type { SkillsIndex } from "#core/discovery.ts";
import type { Installation } from "../installation.ts";
import { auditSiteSkill } from "./skills/audit-site.ts";
import { verifyReceiptSkill } from "./skills/verify-receipt.ts";

export interface Skill {
	/** Lower case, words joined by hyphens; also its folder. */
	readonly name: string;
	/** One line: what it does and when to use it. */
	readonly description: string;
	/** What people say who need it: two or three sentences. */
	readonly queries: readonly string[];
	/** Markdown, for what this installation has. */
	steps(installation: Installation): string;
}

export const SKILLS: readonly Skill[] = [auditSiteSkill, verifyReceiptSkill];

const FOLDER = "/.well-known/agent-skills";

export function skillAddress({ baseUrl }: Installation, { name }: Pick<Skill, "name">): string {
	return `${baseUrl}${FOLDER}/${name}/SKILL.md`;
}

/** agentskills.io. */
export function skillText(installation: Installation, skill: Skill): string {
	const { name, description } = skill;
	return `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\n\n${skill.steps(installation).trim()}\n`;
}

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
