import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");

/** To compare memory in use, without garbage. */
export const collectGarbage: () => void = runInNewContext("gc");
