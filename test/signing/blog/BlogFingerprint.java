import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * Fingerprints of the profile `blog` as a JVM computes them: the oracle of blog.test.ts, written after the steps of the article.
 *
 * Reads a text per line (\n and \r in it stand for line breaks) and writes the line, a tab and the fingerprint of each width.
 *
 *     npx tsx test/signing/blog/texts.ts | java test/signing/blog/BlogFingerprint.java 6 8 16 32 64 > test/signing/blog/jvm.tsv
 */
public class BlogFingerprint {
    public static void main(String[] widths) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        for (String line; (line = in.readLine()) != null; ) {
            String text = join(line.replace("\\n", "\n").replace("\\r", "\r"));
            out.print(line);
            for (String width : widths) out.print("\t" + fingerprint(text, Integer.parseInt(width)));
            out.print("\n");
        }
        out.flush();
    }

    /** The lines of a text without what separates them. */
    static String join(String text) throws Exception {
        BufferedReader lines = new BufferedReader(new java.io.StringReader(text));
        StringBuilder joined = new StringBuilder();
        for (String line; (line = lines.readLine()) != null; ) joined.append(line);
        return joined.toString();
    }

    static boolean isComma(String piece) {
        return piece.contains("wn") || piece.contains("wd");
    }

    static String fingerprint(String text, int bits) {
        String[] pieces = text.split(" ");
        Map<String, Double> weights = new HashMap<>();
        int counted = 0;
        for (String piece : pieces) {
            if (isComma(piece)) continue;
            counted++;
            int slash = piece.indexOf('/');
            if (slash >= 0) weights.merge(piece.substring(0, slash), 1.0, Double::sum);
        }
        for (Map.Entry<String, Double> one : weights.entrySet()) one.setValue(one.getValue() / counted);

        double[] sums = new double[bits];
        for (String piece : pieces) {
            int slash = piece.indexOf('/');
            if (slash < 0) continue;
            String word = piece.substring(0, slash);
            Double weight = weights.get(word);
            if (weight == null) continue;
            int[] digits = digits(hash(word), bits);
            for (int i = 0; i < bits; i++) sums[i] += digits[i] == 1 ? weight : -weight;
        }
        StringBuilder fingerprint = new StringBuilder();
        for (double sum : sums) fingerprint.append(sum > 0 ? '1' : '0');
        return fingerprint.toString();
    }

    static long hash(String word) {
        long hash = 0;
        for (int i = 0; i < word.length(); i++) hash = hash * 31 + word.charAt(i);
        return Math.abs(hash);
    }

    /** The remainder by way of a double, narrowed to an int; its digits from the end of the array on, -1 where it is negative. */
    static int[] digits(long hash, int bits) {
        hash %= Math.pow(2, bits);
        int rest = (int) hash;
        int[] digits = new int[bits];
        for (int i = bits - 1; i >= 0 && rest != 0; i--) {
            digits[i] = rest % 2;
            rest /= 2;
        }
        return digits;
    }
}
