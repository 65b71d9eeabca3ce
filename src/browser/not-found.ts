import { siteOfPath } from "#site/home/asked-site.ts";
import { nameSite } from "./audit-start.ts";

const { home = "/" } = document.getElementById("not-found")?.dataset ?? {};
const site = siteOfPath(location.pathname, home);
if (site !== undefined) nameSite(site);
