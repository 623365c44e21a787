export interface ShotProps {
  readonly light: string;
  readonly dark: string;
  readonly alt: string;
  /** In CSS pixels of the app it was taken from. */
  readonly width: number;
  readonly height: number;
  readonly className?: string | undefined;
  /** Where it is on the first screenful of a phone. */
  readonly first?: boolean;
}

/** A picture of the running app, in the colors that the person likes. */
export function Shot({ light, dark, alt, width, height, className, first = false }: ShotProps) {
  return (
    <picture>
      <source media="(prefers-color-scheme: dark)" srcSet={dark} />
      <img
        src={light}
        alt={alt}
        width={width}
        height={height}
        className={className}
        {...(first ? { fetchPriority: 'high' } : { loading: 'lazy', decoding: 'async' })}
      />
    </picture>
  );
}
