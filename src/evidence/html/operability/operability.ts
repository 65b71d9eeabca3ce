import type { Operability } from "../../digest/operability.ts";
import type { Page } from "../page.ts";
import { findAriaBarriers } from "./aria-barriers.ts";
import { findInvalidAutocomplete } from "./autocomplete.ts";
import { BarrierList } from "./barriers.ts";
import { findIdBarriers } from "./id-references.ts";
import { findHiddenFocus, findMouseOnlyControls } from "./keyboard-barriers.ts";
import { findLanguageBarriers } from "./language-barriers.ts";
import { findNamelessElements } from "./name-barriers.ts";
import { findExposedDecoration, findRoleContextBarriers, findUnlabelledLandmarks } from "./role-barriers.ts";
import { findListBarriers, findTableBarriers } from "./structure-barriers.ts";
import { findSubjects } from "./subjects.ts";

/** Barriers that the source alone decides. */
export function collectOperability(page: Page): Operability {
	const subjects = findSubjects(page.elements);
	const list = new BarrierList();
	findNamelessElements(subjects, list, page);
	findAriaBarriers(subjects, list);
	findExposedDecoration(subjects, list);
	findRoleContextBarriers(subjects, list);
	findIdBarriers(subjects, list);
	findHiddenFocus(subjects, list);
	findMouseOnlyControls(subjects, list);
	findInvalidAutocomplete(subjects, list);
	findListBarriers(subjects, list);
	findTableBarriers(subjects, list);
	findUnlabelledLandmarks(subjects, list, page);
	findLanguageBarriers(page, list);
	return list.finish(page.source);
}
