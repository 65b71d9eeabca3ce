// One operation of `npm run crash`, in a process of its own whose system calls are recorded: <operation> <disk> <said>.
import { appendFileSync } from "node:fs";
import { OPERATIONS } from "./operations.testkit.ts";

const [name = "", disk = "", said = ""] = process.argv.slice(2);
await OPERATIONS[name]?.run(disk, (what) => appendFileSync(said, `${what}\n`));
