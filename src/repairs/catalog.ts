import { canonical, charset, lang } from "./page-head.ts";
import type { Repair } from "./repair.ts";

/** By id of the check. */
export const CATALOG: Readonly<Record<string, Repair | undefined>> = {
	charset,
	canonical,
	lang,
};
