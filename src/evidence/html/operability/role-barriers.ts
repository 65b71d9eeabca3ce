import { landmarksAmong } from "../names/outline.ts";
import type { Page } from "../page.ts";
import { attribute, idList } from "../tree/attributes.ts";
import { isFocusable } from "../tree/roles.ts";
import { GLOBAL_ATTRIBUTES, type RoleRules, roleRules } from "./aria-rules.ts";
import { AT_PAGE_END, atEndOf, type BarrierList, quoted, tagOf } from "./barriers.ts";
import { isOpaque, type Subject, statedRole, TRANSPARENT_ROLES } from "./subjects.ts";

/** What is in a container whose role asks for children of certain roles. */
interface Container {
	readonly subject: Subject;
	readonly owned: ReadonlySet<string>;
	/** Has one of them, or might: custom elements and aria-owns bring in others. */
	satisfied: boolean;
	/** Something in the accessibility tree that is none of them. */
	other: Subject | undefined;
}

/** Roles that change nothing: what is inside counts in their place, or they only part the entries. */
const PASSED_OVER: ReadonlySet<string> = new Set([...TRANSPARENT_ROLES, "separator", "img", "image"]);

/** Required contexts and required owned elements (WAI-ARIA 1.2 sections 5.2.6 and 5.2.7) of roles that authors write. */
export function findRoleContextBarriers(subjects: readonly Subject[], list: BarrierList): void {
	for (const container of findContainers(subjects)) judgeContainer(container, list);
	const owned = ownedIds(subjects);
	for (const subject of subjects) {
		const { element, explicit, above } = subject;
		const context = rulesFor(subject)?.context;
		if (!context || context.size === 0) continue;
		list.examine("role-context");
		if (isIn(context, above) || owned.has(attribute(element, "id") ?? "")) continue;
		const says = `role=${quoted(explicit ?? "")} on ${tagOf(element)} stands in no ${[...context].join(", ")}`;
		list.add("role-context", subject, says, AT_PAGE_END);
	}
}

/** What WAI-ARIA demands of the role that an author wrote; undefined where nothing is judged. */
function rulesFor({ exposed, explicit }: Subject): RoleRules | undefined {
	return exposed && explicit !== null ? roleRules(explicit) : undefined;
}

function findContainers(subjects: readonly Subject[]): Iterable<Container> {
	const containers = new Map<Subject, Container>();
	for (const subject of subjects) {
		const { element, above } = subject;
		if (above) fill(containers.get(above), subject);
		const owned = rulesFor(subject)?.owned;
		if (!owned || owned.size === 0) continue;
		const busy = attribute(element, "aria-busy")?.toLowerCase() === "true";
		const satisfied = busy || attribute(element, "aria-owns") !== null;
		containers.set(subject, { subject, owned, satisfied, other: undefined });
	}
	return containers.values();
}

function fill(container: Container | undefined, subject: Subject): void {
	if (!container || container.satisfied) return;
	if (isOpaque(subject.element)) container.satisfied = true;
	else if (subject.role === null || !subject.exposed) return;
	else if (container.owned.has(subject.role)) container.satisfied = true;
	else if (!PASSED_OVER.has(subject.role)) container.other ??= subject;
}

function judgeContainer({ subject, owned, satisfied, other }: Container, list: BarrierList): void {
	list.examine("role-context");
	// An empty one may wait for its first entries.
	if (satisfied || !other) return;
	const role = quoted(subject.explicit ?? "");
	const says = `role=${role} on ${tagOf(subject.element)} holds ${tagOf(other.element)}, but no ${[...owned].join(", ")}`;
	list.add("role-context", subject, says, atEndOf(subject.entry));
}

function isIn(context: ReadonlySet<string>, above: Subject | null): boolean {
	return above !== null && (isOpaque(above.element) || context.has(above.role ?? ""));
}

/** Ids that an aria-owns gives another parent. */
function ownedIds(subjects: readonly Subject[]): ReadonlySet<string> {
	const ids = new Set<string>();
	for (const { element, aria } of subjects) {
		if (!aria.includes("aria-owns")) continue;
		for (const id of idList(element, "aria-owns")) ids.add(id);
	}
	return ids;
}

/** Elements declared as decoration that browsers expose all the same (WAI-ARIA 1.2 section 7.3, ACT rule 46ca7f). */
export function findExposedDecoration(subjects: readonly Subject[], list: BarrierList): void {
	for (const subject of subjects) {
		const declared = subject.exposed ? declarationOf(subject) : null;
		if (declared === null) continue;
		list.examine("decorative-exposed");
		const why = whyExposed(subject);
		if (why === null) continue;
		const says = `${tagOf(subject.element)} is marked as decoration by ${declared}, but ${why}`;
		list.add("decorative-exposed", subject, says);
	}
}

function declarationOf({ element }: Subject): string | null {
	const stated = statedRole(element);
	if (stated === "none" || stated === "presentation") return `role="${stated}"`;
	return element.tagName === "img" && stated === null && attribute(element, "alt") === "" ? 'alt=""' : null;
}

function whyExposed({ element, aria }: Subject): string | null {
	if (isFocusable(element)) return "can have the focus";
	const meaning = aria.find((name) => {
		return GLOBAL_ATTRIBUTES.has(name) && name !== "aria-hidden" && /\S/.test(attribute(element, name) ?? "");
	});
	return meaning === undefined ? null : `says something by ${meaning}`;
}

/** Landmarks of one role: with several, only their labels distinguish them (WAI-ARIA 1.2 section 5.3.4, WCAG 2.4.1). */
export function findUnlabelledLandmarks(subjects: readonly Subject[], list: BarrierList, { names }: Page): void {
	const exposed = subjects.filter((subject) => subject.exposed).map(({ entry }) => entry);
	const landmarks = landmarksAmong(exposed, names);
	for (const [role, group] of Map.groupBy(landmarks, (landmark) => landmark.role)) {
		if (group.length < 2) continue;
		const seen = new Set<string>();
		for (const { entry, label } of group) {
			list.examine("landmark-unlabelled");
			const key = label.toLowerCase();
			if (seen.has(key)) {
				const what = label === "" ? "without a label" : `labelled ${quoted(label)}`;
				const says = `${tagOf(entry.element)} is one more ${role} landmark ${what}`;
				list.add("landmark-unlabelled", entry, says, AT_PAGE_END);
			}
			seen.add(key);
		}
	}
}
