/** A chance as people say it; what is merely unlikely is never called impossible. */
export function percent(chance: number): string {
  const whole = Math.round(chance * 100);
  if (whole === 0 && chance > 0) return "< 1\u00a0%";
  if (whole === 100 && chance < 1) return "> 99\u00a0%";
  return `${whole}\u00a0%`;
}
