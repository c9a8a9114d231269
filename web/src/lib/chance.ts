import { t } from "./strings";

/** A chance as people say it; what is merely unlikely is never called impossible. */
export function percent(chance: number): string {
  const whole = Math.round(chance * 100);
  if (whole === 0 && chance > 0) return t("common.percent", { n: "< 1" });
  if (whole === 100 && chance < 1) return t("common.percent", { n: "> 99" });
  return t("common.percent", { n: whole });
}
