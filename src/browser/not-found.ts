/** The page for an address that has none: a site that the address names can be audited. Without this script it is typed. */

import { siteOfPath } from "#site/home/asked-site.ts";
import { nameSite } from "./audit-start.ts";

const { home = "/" } = document.getElementById("not-found")?.dataset ?? {};
const site = siteOfPath(location.pathname, home);
if (site !== undefined) nameSite(site);
