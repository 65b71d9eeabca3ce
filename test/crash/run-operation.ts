// Runs operations of `npm run crash` in a process with recorded system calls: <folder of the disks> <operation>…
import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { OPERATIONS } from "./operations.testkit.ts";

const [root = "", ...names] = process.argv.slice(2);
for (const name of names) {
	const [disk, said, begun] = [join(root, name, "disk"), join(root, name, "said"), join(root, name, "begun")];
	mkdirSync(begun);
	await OPERATIONS[name]?.run(disk, (what) => appendFileSync(said, `${what}\n`));
}
