import * as z from "zod";
import { Failure, isFailure } from "#core/failure.ts";
import { parseTarget, type Target } from "#core/target.ts";
import type { Account } from "#people/accounts/account.ts";
import type { People } from "#people/open-people.ts";
import type { AnsweredForm, FormFault, FormValues } from "#site/form/form-view.ts";
import type { LiveApp } from "../api/live-app.ts";
import type { PolicyName } from "../rate-limits/rate-limits.ts";

/** `POST <page>?do=<name>`; works without JavaScript. */
export interface Form<Input = unknown> {
	readonly page: `/${string}`;
	readonly name: string;
	readonly access: "anyone" | "account";
	readonly quota: Exclude<PolicyName, "burst" | "reading">;
	/** Units beyond one, taken after parsing the input. */
	extraCost?(input: Input): number;
	/** 16 KiB by default. */
	readonly bodyBytes?: number;
	readonly files?: readonly string[];
	/** Trimmed strings (a list if a name repeats), `UploadedFile`s; empty ones are absent. Messages: `Enter a name.` */
	readonly input: z.ZodType<Input>;
	/** @throws Failure, shown on the page if the sender can fix it */
	handle(input: Input, call: FormCall): Promise<FormResult>;
}

export interface FormCall {
	readonly people: People;
	readonly app: LiveApp;
	readonly account?: Account;
	readonly params: Readonly<Record<string, string>>;
	readonly addressKey: string;
	readonly requestId: string;
	readonly signal: AbortSignal;
	readonly headers: { get(name: string): string | null };
	/** Counts in another limit, such as `sign-in` by email. @returns seconds to wait if it is used up */
	count(policy: PolicyName, key: string): Promise<number | undefined>;
}

export interface AccountCall extends FormCall {
	readonly account: Account;
}

export interface UploadedFile {
	readonly name: string;
	readonly bytes: Uint8Array<ArrayBuffer>;
}

export type FormResult = {
	readonly cookies?: readonly string[];
} & (
	| {
			readonly see: `/${string}`;
			readonly done?: string;
	  }
	/** Address of another site, which the page's CSP must allow. */
	| { readonly leave: string }
	| { readonly show: Readonly<Record<string, string>> }
	| { readonly faults: readonly FormFault[]; readonly values?: FormValues }
);

export interface PostedForm extends AnsweredForm {
	readonly shown?: Readonly<Record<string, string>>;
}

export function defineForm<Input>(form: Form<Input>): Form<Input> {
	return form;
}

export function accountForms(page: Form["page"]) {
	return <Input>(
		name: string,
		input: z.ZodType<Input>,
		handle: (input: Input, call: AccountCall) => Promise<FormResult>,
		more: Partial<Pick<Form<Input>, "quota" | "extraCost" | "bodyBytes" | "files">> = {},
	): Form<Input> => ({
		quota: "form",
		...more,
		...{ page, name, access: "account", input },
		async handle(typed, { account, ...call }) {
			if (!account) throw new TypeError("Sign in to use this form.");
			return handle(typed, { ...call, account });
		},
	});
}

export function severalOf<Schema extends z.ZodType>(each: Schema) {
	return z.preprocess(
		(value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]),
		z.array(each).max(1_000, "There are too many."),
	);
}

/** Characters: RFC 5321, section 4.5.3.1.3, without the brackets. */
export const EMAIL_LENGTH = 254;

/** @param says message for an invalid address @param tooLong message for one above the maximum length */
export function emailField(
	says = "This is not an email address. Check the spelling.",
	tooLong = "This address is too long.",
) {
	return z.email(says).max(EMAIL_LENGTH, tooLong);
}

/** Undefined if the segment is not a domain in canonical spelling. */
export function ownDomain(part: string | undefined): Target | undefined {
	try {
		const target = parseTarget(part ?? "");
		return target.host === part ? target : undefined;
	} catch (error) {
		if (isFailure(error)) return undefined;
		throw error;
	}
}

/** The ASCII host. @throws Failure `target-invalid` */
export function domainIn({ params }: Pick<FormCall, "params">): string {
	const target = ownDomain(params.domain);
	if (target) return target.host;
	throw new Failure("target-invalid", {
		what: "This page's address does not name a domain.",
		todo: "Go back to the dashboard and choose one.",
	});
}
