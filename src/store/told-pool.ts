import type { PostgresPool, PostgresPoolClient } from "kysely";
import { DatabaseError, type Pool } from "pg";
import { connectionFault, storeUnavailable, toldPostgresError } from "./store-failure.ts";

/** The pool as Kysely sees it: a Postgres that is away, out of reach or too slow is Failure `store-unavailable`. */
export function toldPool(pool: Pool): PostgresPool {
	return {
		options: pool.options,
		end: () => pool.end(),
		async connect() {
			const client = await pool.connect().catch((error: unknown) => {
				throw storeUnavailable(error, connectionFault(error));
			});
			let broken = false;
			const query = async (text: string, parameters: unknown[]) => {
				try {
					return await client.query(text, parameters);
				} catch (error) {
					if (error instanceof DatabaseError) throw toldPostgresError(error);
					// The answer to this statement may still come, and would be taken for that of the next.
					broken = true;
					throw error instanceof TypeError ? error : storeUnavailable(error, connectionFault(error));
				}
			};
			const release = (destroy?: boolean) => client.release(destroy === true || broken);
			return { query, release } as unknown as PostgresPoolClient;
		},
	};
}
