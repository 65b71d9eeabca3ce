import type { FactEnd } from "../fact-readers.ts";
import { isLandmark, landmarkRole } from "../names/landmark-reader.ts";
import { MAX_LANDMARKS } from "../page-caps.ts";
import { type BarrierList, quoted, tagOf } from "./barrier-list.ts";
import type { BarrierReader, Subject } from "./subject.ts";

interface Landmark {
	readonly subject: Subject;
	readonly role: string;
	readonly label: string;
}

/** Landmarks of one role: with several, only their labels tell them apart (WAI-ARIA 1.2 section 5.3.4, WCAG 2.4.1). */
export class LandmarkPairs implements BarrierReader {
	readonly #list: BarrierList;
	readonly #candidates: Subject[] = [];

	constructor(list: BarrierList) {
		this.#list = list;
	}

	enter(subject: Subject): void {
		if (!subject.exposed || this.#candidates.length === MAX_LANDMARKS * 10) return;
		if (landmarkRole(subject.element) !== null) this.#candidates.push(subject);
	}

	finish({ names }: FactEnd): void {
		const landmarks = this.#candidates.flatMap((subject): Landmark[] => {
			const role = landmarkRole(subject.element);
			const label = names.label(subject.element);
			return role !== null && isLandmark(role, label, subject) ? [{ subject, role, label }] : [];
		});
		for (const [role, group] of Map.groupBy(landmarks, (landmark) => landmark.role)) this.#group(role, group);
	}

	#group(role: string, group: readonly Landmark[]): void {
		if (group.length < 2) return;
		const seen = new Set<string>();
		for (const { subject, label } of group) {
			this.#list.ask("landmark-unlabelled");
			const key = label.toLowerCase();
			if (seen.has(key)) {
				const what = label === "" ? "without a label" : `labelled ${quoted(label)}`;
				const says = `${tagOf(subject.element)} is one more ${role} landmark ${what}`;
				this.#list.add("landmark-unlabelled", subject, says);
			}
			seen.add(key);
		}
	}
}
