import { PACKAGE, VERSION } from "#core/brand.ts";
import type { Skill } from "../skills.ts";

export const verifyReceiptSkill: Skill = {
	name: "verify-receipt",
	description:
		"Verify that the receipt of an audit is genuine and stands in the public log. Use it when somebody shows a score, a badge or a seal and it must be known whether the audit took place as it says.",
	queries: ["is this audit badge genuine", "check that this receipt is in the public log"],
	steps: ({ baseUrl }) => `# Verify a receipt

1. Find the id of the receipt: 64 hexadecimal digits, in the address of its page (${baseUrl}/receipts/…/) and in the link of its seal.
2. Read the log's public key at ${baseUrl}/log/ and compare it with one that you got elsewhere: the key is what everything rests on.
3. Verify the proof on your own machine:

   \`\`\`
   npx ${PACKAGE}@${VERSION} verify ${baseUrl}/receipts/<id>.tlog-proof --key "<key>"
   \`\`\`

   The page ${baseUrl}/verify/ does the same in a browser.
4. Exit code 0 means that the receipt is in the log that the key signs. Hold the domain, the score and the date of the receipt against what was claimed: a genuine receipt of another site proves nothing.

A receipt that waits for the log is \`pending\`: ask again after the next night. The log shows what was found at that time, not what the site is now.
`,
};
