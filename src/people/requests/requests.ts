import type { AccountData } from "../open-people.ts";
import type { ContactRequest, RequestKind } from "./contact-request.ts";
import type { FormTokens } from "./form-token.ts";
import type { RequestPage, RequestQuery } from "./request-rows.ts";

/** What the form sends, read and checked. */
export interface NewRequest {
	/** Of the form's token. */
	readonly id: string;
	readonly kind: RequestKind;
	readonly to: string;
	readonly name: string;
	readonly email: string;
	/** ASCII host or `""`. */
	readonly domain: string;
	readonly note: string;
	/** Of a consultation; milliseconds since 1970. */
	readonly startsMs?: number;
	readonly zone?: string;
	readonly wantsCopy: boolean;
}

/** What the sender is shown of a request afterwards: nothing that somebody else wrote. */
export interface SentRequest extends Pick<ContactRequest, "id" | "kind" | "startsAt" | "zone"> {
	/** Who reads it: the operator, or an agency by its name, while it has one. */
	readonly recipient: { readonly isOperator: boolean; readonly name?: string };
}

/** Requests by the contact form. Whoever lists or changes them was asked for their right to do so before. */
export interface Requests extends AccountData {
	readonly tokens: FormTokens;
	/**
	 * Whom a request would go to, by name where it is an agency; undefined where nobody would see it.
	 * @param to slug of an agency, or `OPERATOR`
	 */
	recipient(to: string): Promise<{ readonly name?: string } | undefined>;
	/**
	 * Keeps a request and tells its recipient; the same id again changes nothing. Mail that cannot be sent is tried again for a day.
	 * @throws Failure `input-invalid` where nobody is called so, or too many wait there
	 */
	submit(request: NewRequest): Promise<void>;
	/** What its sender is shown. */
	sent(id: string): Promise<SentRequest | undefined>;
	/** The calendar file of a consultation, for its sender. */
	calendar(id: string): Promise<string | undefined>;
	/** Newest first. @param to slug of an agency, or `OPERATOR`. @throws Failure `input-invalid` for a cursor that is none */
	list(to: string, page?: RequestQuery): Promise<RequestPage>;
	/** How many are not answered. */
	countOpen(to: string): Promise<number>;
	get(to: string, id: string): Promise<ContactRequest | undefined>;
	/** @returns whether there is such a request */
	mark(to: string, id: string, answered: boolean): Promise<boolean>;
	/** @returns whether there was such a request */
	remove(to: string, id: string): Promise<boolean>;
	/** Deletes what an agency got. */
	forgetAgency(slug: string): Promise<void>;
	/** Deletes what is over its time, and sends mail that could not be sent. @param now milliseconds since 1970 */
	sweep(now: number): Promise<void>;
}
